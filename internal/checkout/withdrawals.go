package checkout

import (
	"context"
	"strings"
	"time"

	"kontor"
)

// WithdrawalReader reads withdrawals.
type WithdrawalReader interface {
	// Withdrawal returns one withdrawal, or kontor.ErrWithdrawalNotFound.
	Withdrawal(ctx context.Context, id int64) (kontor.Withdrawal, error)
	// Withdrawals returns withdrawals, newest first: those before an id, 0 for the
	// newest, at most limit.
	Withdrawals(ctx context.Context, before int64, limit int) ([]kontor.Withdrawal, error)
}

// WithdrawalStore keeps withdrawals. Each method is one transaction.
type WithdrawalStore interface {
	WithdrawalReader
	AddWithdrawal(ctx context.Context, w kontor.Withdrawal, messages []kontor.Message, mails kontor.MailLimit) (kontor.Withdrawal, []kontor.Message, error)
}

// Withdrawals are the use cases on withdrawals from contracts.
type Withdrawals struct {
	WithdrawalReader
	store  WithdrawalStore
	outbox *Outbox
	now    func() time.Time
}

// NewWithdrawals returns the use cases on the withdrawals of a store. The outbox
// sends what they owe; nil: there is no sender.
func NewWithdrawals(store WithdrawalStore, outbox *Outbox, now func() time.Time) *Withdrawals {
	return &Withdrawals{WithdrawalReader: store, store: store, outbox: outbox, now: kontor.Clock(now)}
}

// Withdraw stores a customer's withdrawal with its time of arrival, and owes the
// customer a receipt and the operator a note. It is stored first: whatever
// becomes of the messages, the withdrawal counts. A key that came before gives
// the withdrawal that it was stored with. Law: § 356a BGB.
//
// Errors: kontor.ErrInvalidWithdrawal, or any other of the store, which means
// that nothing was stored.
func (s *Withdrawals) Withdraw(ctx context.Context, w kontor.Withdrawal) (added kontor.Withdrawal, err error) {
	if err := w.Check(); err != nil {
		return w, err
	}
	w.At = s.now()
	attempt := AttemptID(w.At)
	err = s.outbox.Deliver(func(sending kontor.Sending) (owed []kontor.Message, _ *kontor.Order, err error) {
		added, owed, err = s.store.AddWithdrawal(ctx, w, withdrawalMessages(w, attempt, sending), s.outbox.MailLimit())
		return owed, nil, err
	})
	return added, err
}

func withdrawalMessages(w kontor.Withdrawal, attempt string, s kontor.Sending) []kontor.Message {
	receipt := kontor.Message{
		Key: "widerruf-" + attempt + "-kunde", Kind: kontor.MessageWithdrawal,
		Language: w.Language, To: w.Email, Withdrawal: w.Withdrawn(), CreatedAt: w.At,
	}
	note := kontor.Message{
		Key: "widerruf-" + attempt + "-betreiber", Kind: kontor.MessageOperatorNote,
		Language: kontor.Languages[0], Note: withdrawalNote(&w), CreatedAt: w.At,
	}
	receipt.Begin(s, w.At)
	note.Begin(s, w.At)
	return []kontor.Message{receipt, note}
}

// withdrawalNote tells the operator. What the customer wrote stays out of the
// subject, which anybody sees who looks at a telephone.
func withdrawalNote(w *kontor.Withdrawal) *kontor.OperatorNote {
	text := []string{
		"Ein Vertrag wurde widerrufen. Eingegangen am " + w.At.In(kontor.Berlin).Format("02.01.2006 um 15:04 Uhr") + ".",
		"", "Vertrag: " + w.Contract, "Name: " + w.Name, "E-Mail: " + w.Email,
	}
	if w.Reason != "" {
		text = append(text, "Grund: "+w.Reason)
	}
	return &kontor.OperatorNote{
		Subject: "Widerruf eingegangen",
		Text:    strings.Join(append(text, "", "Was aus der Eingangsbestätigung an die Kundin oder den Kunden wurde, steht in der Verwaltung unter E-Mails."), "\n"),
	}
}
