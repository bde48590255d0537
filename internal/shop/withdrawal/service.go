package withdrawal

import (
	"context"
	"strings"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/shop/outbox"
)

// Reader reads withdrawals.
type Reader interface {
	// Withdrawal returns one withdrawal, or ErrNotFound.
	Withdrawal(ctx context.Context, id int64) (Withdrawal, error)
	// Withdrawals returns at most limit withdrawals, newest first, with ids below
	// before; 0: from the newest.
	Withdrawals(ctx context.Context, before int64, limit int) ([]Withdrawal, error)
}

// Store stores withdrawals. Each method is one transaction.
type Store interface {
	Reader
	AddWithdrawal(ctx context.Context, w Withdrawal, messages []message.Message, mails message.MailLimit) (Withdrawal, []message.Message, error)
}

// Withdrawals has the use cases on withdrawals from contracts.
type Service struct {
	Reader
	store  Store
	outbox *outbox.Outbox
	now    func() time.Time
}

// New returns the use cases on the withdrawals of a store. outbox sends the
// messages; nil: there is no sender.
func New(store Store, outbox *outbox.Outbox, now func() time.Time) *Service {
	return &Service{Reader: store, store: store, outbox: outbox, now: shop.Clock(now)}
}

// Withdraw stores a customer's withdrawal with its time of arrival, and owes the
// customer a receipt and the operator a note. Storing comes first: whatever happens to
// the messages, the withdrawal counts. A repeated key returns the withdrawal stored
// with it. Law: § 356a BGB.
//
// Errors: ErrInvalid, or any other of the store, which means that nothing was
// stored.
func (s *Service) Withdraw(ctx context.Context, w Withdrawal) (added Withdrawal, err error) {
	if err := w.Check(); err != nil {
		return w, err
	}
	w.At = s.now()
	attempt := outbox.AttemptID(w.At)
	err = s.outbox.Deliver(ctx, func(sending message.Sending) (owed []message.Message, _ *order.Order, err error) {
		added, owed, err = s.store.AddWithdrawal(ctx, w, messagesAbout(w, attempt, sending), s.outbox.MailLimit())
		return owed, nil, err
	})
	return added, err
}

func messagesAbout(w Withdrawal, attempt string, s message.Sending) []message.Message {
	receipt := message.Message{
		Key: "widerruf-" + attempt + "-kunde", Kind: message.KindWithdrawal,
		Language: w.Language, To: w.Email, Withdrawal: w.Withdrawn(), CreatedAt: w.At,
	}
	note := message.Message{
		Key: "widerruf-" + attempt + "-betreiber", Kind: message.KindOperatorNote,
		Language: shop.Languages[0], Note: noteAbout(&w), CreatedAt: w.At,
	}
	receipt.Begin(s, w.At)
	note.Begin(s, w.At)
	return []message.Message{receipt, note}
}

// noteAbout returns the operator's notification. The customer's words stay out of
// the subject, which a phone may show to anybody.
func noteAbout(w *Withdrawal) *message.OperatorNote {
	text := []string{
		"Ein Vertrag wurde widerrufen. Eingegangen am " + w.At.In(shop.Berlin).Format("02.01.2006 um 15:04 Uhr") + ".",
		"", "Vertrag: " + w.Contract, "Name: " + w.Name, "E-Mail: " + w.Email,
	}
	if w.Reason != "" {
		text = append(text, "Grund: "+w.Reason)
	}
	return &message.OperatorNote{
		Subject: "Widerruf eingegangen",
		Text:    strings.Join(append(text, "", "Was aus der Eingangsbestätigung an die Kundin oder den Kunden wurde, steht in der Verwaltung unter E-Mails."), "\n"),
	}
}
