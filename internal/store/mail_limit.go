package store

import (
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/message"
)

// addressee is a customer's address, with the messages that strangers had the
// shop send there lately.
type addressee struct {
	limit message.MailLimit
	email string // as it is counted; empty: nothing is
	got   []time.Time
	at    time.Time // when another one is due
}

// clockLead is by how much another instance's clock may be ahead. What is
// further ahead was written by a clock that was wrong, and does not count.
const clockLead = time.Minute

const mailsOfQuery = `SELECT created_at FROM mails WHERE empfaenger = $1 AND created_at > $2 AND created_at <= $3
	ORDER BY created_at DESC LIMIT $4`

// askMails asks what an address got lately, if that is limited. Messages to one
// address take turns until the end of the transaction.
func (t *tx) askMails(email string, at time.Time, limit message.MailLimit, to *addressee) error {
	if limit.Off() {
		return nil
	}
	to.limit, to.email, to.at = limit, shop.NormalizeEmail(email), at
	if err := t.Lock("mail", to.email); err != nil {
		return err
	}
	args := []any{to.email, shop.FormatTime(at.Add(-message.MailWindow)), shop.FormatTime(at.Add(clockLead)), limit.Most()}
	return t.Ask(mailsOfQuery, args, func(row Scanner) error {
		var text string
		if err := row.Scan(&text); err != nil {
			return err
		}
		sent, err := shop.ParseTime(text)
		to.got = append(to.got, sent)
		return err
	})
}

// full returns why the address gets nothing more; empty: it does.
func (a *addressee) full() string { return a.limit.Reached(a.got, a.at) }

// take holds a message that its address does not get, or returns as whose it
// counts; empty: nobody's. A nil addressee counts none.
func (a *addressee) take(m *message.Message) string {
	if a == nil || a.email == "" || !m.Kind.ByStranger() || m.State != message.MessageOpen {
		return ""
	}
	if full := a.full(); full != "" {
		m.Hold(full)
		return ""
	}
	return a.email
}
