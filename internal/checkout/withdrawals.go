package checkout

import (
	"context"
	"fmt"
	"strings"

	"kontor"
)

// WithdrawalStore is what withdrawals need of the database.
type WithdrawalStore interface {
	AddWithdrawal(ctx context.Context, w kontor.Withdrawal, messages []kontor.Message, mails kontor.MailLimit) (kontor.Withdrawal, []kontor.Message, error)
	Withdrawal(ctx context.Context, id int64) (kontor.Withdrawal, error)
	Withdrawals(ctx context.Context, before int64, limit int) ([]kontor.Withdrawal, error)
}

// Withdraw stores a customer's withdrawal with its time of arrival, and owes the
// customer a receipt and the operator a note. It is stored first: whatever
// becomes of the messages, the withdrawal counts. A key that came before gives
// the withdrawal that it was stored with. Law: § 356a BGB.
//
// Errors: kontor.ErrInvalidWithdrawal, or any other of the store, which means
// that nothing was stored.
func (s *Service) Withdraw(ctx context.Context, w kontor.Withdrawal) (added kontor.Withdrawal, err error) {
	if err := w.Check(); err != nil {
		return w, err
	}
	w.At = s.now()
	attempt := attemptID(w.At)
	err = s.Outbox.deliver(func(sending kontor.Sending) (owed []kontor.Message, _ *kontor.Order, err error) {
		added, owed, err = s.Store.AddWithdrawal(ctx, w, withdrawalMessages(w, attempt, sending), s.Outbox.mailLimit())
		return owed, nil, err
	})
	return added, err
}

func withdrawalMessages(w kontor.Withdrawal, attempt string, s kontor.Sending) []kontor.Message {
	receipt := kontor.Message{
		Key: "widerruf-" + attempt + "-kunde", Kind: kontor.MessageWithdrawal,
		Language: w.Language, To: w.Email, Withdrawal: &w, CreatedAt: w.At,
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

// Withdrawal returns one withdrawal, or kontor.ErrWithdrawalNotFound.
func (s *Service) Withdrawal(ctx context.Context, id int64) (kontor.Withdrawal, error) {
	return s.Store.Withdrawal(ctx, id)
}

// Withdrawals returns withdrawals, newest first: those before an id, 0 for the
// newest, at most limit.
func (s *Service) Withdrawals(ctx context.Context, before int64, limit int) ([]kontor.Withdrawal, error) {
	found, err := s.Store.Withdrawals(ctx, before, limit)
	if err != nil {
		return nil, fmt.Errorf("checkout: withdrawals: %w", err)
	}
	return found, nil
}
