package message

import "time"

// How long the shop tries to send a message.
const (
	// MessageLife is for how long after it was owed a message is tried again.
	MessageLife = 3 * 24 * time.Hour
	// MessageClaim is how long whoever claims a message may take to send it. After
	// that it counts as abandoned, and somebody else may claim it.
	MessageClaim = 2 * time.Minute
)

// retryAfter is how long after each failed attempt the next one is due; the last
// pause repeats.
var retryAfter = []time.Duration{
	time.Minute, 2 * time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 3 * time.Hour, 6 * time.Hour,
}

// German reasons that do not come from a sender.
const (
	reasonPaused = "Der Versanddienst antwortet nicht."
	reasonTooOld = "Die Nachricht konnte drei Tage lang nicht gesendet werden."
)

// Sending says what a message meets that becomes due.
type Sending int

// What a message may meet.
const (
	SendingOff    Sending = iota // there is no sender
	SendingPaused                // the sender has failed again and again: the first attempt counts as made, and as failed
	SendingLater                 // too many messages are on their way already
	SendingNow                   // whoever owes the message makes an attempt at once
)

// Begin makes m a message that is owed from the given time on, and claims it if
// an attempt follows at once.
func (m *Message) Begin(s Sending, at time.Time) {
	m.State, m.Claimed, m.Reason = MessageOpen, false, ""
	m.UpdatedAt, m.NextAt, m.GiveUpAt = at, at, at.Add(MessageLife)
	switch s {
	case SendingOff:
		m.State = MessageNotSetUp
	case SendingPaused:
		m.Attempts, m.Reason = m.Attempts+1, reasonPaused
	case SendingNow:
		m.Attempts, m.Claimed, m.NextAt = m.Attempts+1, true, at.Add(MessageClaim)
	}
}

// Sent notes that the sender took the message.
func (m *Message) Sent(at time.Time) {
	m.close(MessageSent, "", at)
	m.SentAt = at
}

// Refused notes that no attempt can succeed.
func (m *Message) Refused(reason string, at time.Time) { m.close(MessageFailed, reason, at) }

// Hold keeps a message from being sent that became due just now, unless the
// operator sends it.
func (m *Message) Hold(reason string) {
	m.Attempts = 0
	m.close(MessageHeld, reason, m.CreatedAt)
}

// Delayed notes that an attempt failed, and when the next one is due; after
// [MessageLife] there is none.
func (m *Message) Delayed(reason string, at time.Time) {
	pause := retryAfter[min(max(m.Attempts, 1), len(retryAfter))-1]
	m.retry(reason, at, pause)
}

// Paused notes that the sender was not asked, so that the attempt is no reason
// to wait longer than for the sender's return.
func (m *Message) Paused(at time.Time) { m.retry(reasonPaused, at, retryAfter[0]) }

// Expired reports whether the message is too old to be sent: a customer would
// be surprised by it.
func (m *Message) Expired(at time.Time) bool { return !at.Before(m.GiveUpAt) }

// Expire notes that the message is too old, and keeps why it was not sent.
func (m *Message) Expire(at time.Time) {
	reason := reasonTooOld
	if m.Reason != "" && m.Reason != reasonTooOld {
		reason += " " + m.Reason
	}
	m.close(MessageFailed, reason, at)
}

func (m *Message) retry(reason string, at time.Time, pause time.Duration) {
	m.Claimed, m.Reason, m.UpdatedAt, m.NextAt = false, reason, at, at.Add(pause)
	if m.Expired(m.NextAt) {
		m.Expire(at)
	}
}

func (m *Message) close(state MessageState, reason string, at time.Time) {
	m.State, m.Claimed, m.Reason, m.UpdatedAt, m.NextAt = state, false, reason, at, at
}

// Resend is the operator's wish to have a message sent, whatever became of it.
type Resend struct {
	Sending Sending
	Key     string // a new one
	Actor   string // for the history
	At      time.Time
}

// Again returns the message that the operator's wish to send m leads to. A
// message that was sent stays as it is, and a copy with the ID 0 is sent; any
// other is taken up again. It has the new key, since the sender may take the old
// one for done, but one that is still being tried goes on under its own.
//
// Errors: [ErrMessageBusy]. m itself is not changed.
func (m Message) Again(r Resend) (Message, error) {
	switch {
	case m.State == MessageOpen && m.Claimed && r.At.Before(m.NextAt):
		return m, ErrMessageBusy
	case m.State == MessageSent:
		m.ID, m.Attempts, m.CreatedAt, m.SentAt = 0, 0, r.At, time.Time{}
	}
	if m.State != MessageOpen {
		m.Key = r.Key
	}
	m.Begin(r.Sending, r.At)
	return m, nil
}

// Discard gives a message up that was not sent.
//
// Errors: [ErrMessageDone].
func (m *Message) Discard(at time.Time) error {
	if m.State == MessageSent || m.State == MessageDiscarded {
		return ErrMessageDone
	}
	m.close(MessageDiscarded, m.Reason, at)
	return nil
}

// MessageFilter selects messages for the administration. Zero fields do not
// filter.
type MessageFilter struct {
	State   MessageState
	OrderID int64
	Limit   int   // messages on a page, as for [order.Filter]
	Before  int64 // cursor: only messages with smaller ids; 0: from the newest
}

// MessagePage is one page of messages without their contents, newest first.
type MessagePage struct {
	Messages []Message
	Next     int64         // cursor of the following page; 0: this is the last
	Counts   MessageCounts // of all messages, whatever the filter
}

// MessageCounts is how many messages there are in each state.
type MessageCounts map[MessageState]int64

// All returns how many messages there are.
func (c MessageCounts) All() int64 {
	var n int64
	for _, count := range c {
		n += count
	}
	return n
}
