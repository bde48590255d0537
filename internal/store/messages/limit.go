package messages

import (
	"time"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/message"
)

// Addressee is a customer's address, with the messages that strangers recently made the
// shop send there.
type Addressee struct {
	limit message.MailLimit
	email string // normalised; empty: nothing counts
	got   []time.Time
	at    time.Time // when another one is due
}

// clockLead is by how much another instance's clock may be ahead. Anything further
// ahead was written by a wrong clock, and does not count.
const clockLead = time.Minute

const mailsOfQuery = `SELECT created_at FROM mails WHERE empfaenger = $1 AND created_at > $2 AND created_at <= $3
	ORDER BY created_at DESC LIMIT $4`

// AskMails requests what an address got recently, if that is limited. Messages to one
// address take turns until the end of the transaction.
func (t *Tx) AskMails(email string, at time.Time, limit message.MailLimit, to *Addressee) error {
	if limit.Off() {
		return nil
	}
	to.limit, to.email, to.at = limit, shop.NormalizeEmail(email), at
	if err := t.Lock("mail", to.email); err != nil {
		return err
	}
	args := []any{to.email, shop.FormatTime(at.Add(-message.MailWindow)), shop.FormatTime(at.Add(clockLead)), limit.Most()}
	return t.Ask(mailsOfQuery, args, func(row database.Scanner) error {
		var text string
		if err := row.Scan(&text); err != nil {
			return err
		}
		sent, err := shop.ParseTime(text)
		to.got = append(to.got, sent)
		return err
	})
}

// Full returns why the address gets nothing more; empty: it does.
func (a *Addressee) Full() string { return a.limit.Reached(a.got, a.at) }

// take holds a message that exceeds the address's limit, or returns the address under
// which it counts; empty: none. A nil addressee counts nothing.
func (a *Addressee) take(m *message.Message) string {
	if a == nil || a.email == "" || !m.Kind.ByStranger() || m.State != message.Open {
		return ""
	}
	if full := a.Full(); full != "" {
		m.Hold(full)
		return ""
	}
	return a.email
}
