package message

import "time"

// How long the shop tries to send a message.
const (
	// Life is how long after its creation a message is retried.
	Life = 3 * 24 * time.Hour
	// ClaimLife is how long the holder of a claim may take to send the message.
	// After that the message counts as abandoned and can be claimed again.
	ClaimLife = 2 * time.Minute
)

// retryAfter are the pauses after each failed attempt; the last one repeats.
var retryAfter = []time.Duration{
	time.Minute, 2 * time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 3 * time.Hour, 6 * time.Hour,
}

// German reasons that do not come from a sender.
const (
	reasonPaused = "Der Versanddienst antwortet nicht."
	reasonTooOld = "Die Nachricht konnte drei Tage lang nicht gesendet werden."
)

// Sending is how a message that becomes due is to be sent.
type Sending int

const (
	SendingOff    Sending = iota // there is no sender
	SendingPaused                // the sender keeps failing: count the first attempt as made and failed
	SendingLater                 // too many messages are already being sent
	SendingNow                   // the caller makes an attempt at once
)

// Begin makes m a message owed from the given time on, and claims it if an attempt
// follows at once.
func (m *Message) Begin(s Sending, at time.Time) {
	m.State, m.Claimed, m.Reason = Open, false, ""
	m.UpdatedAt, m.NextAt, m.GiveUpAt = at, at, at.Add(Life)
	switch s {
	case SendingOff:
		m.State = NotSetUp
	case SendingPaused:
		m.Attempts, m.Reason = m.Attempts+1, reasonPaused
	case SendingNow:
		m.Attempts, m.Claimed, m.NextAt = m.Attempts+1, true, at.Add(ClaimLife)
	}
}

// Sent records that the sender accepted the message.
func (m *Message) Sent(at time.Time) {
	m.close(Sent, "", at)
	m.SentAt = at
}

// Refused records that no attempt can succeed.
func (m *Message) Refused(reason string, at time.Time) { m.close(Failed, reason, at) }

// Hold keeps a message that has just become due from being sent, except by the
// operator.
func (m *Message) Hold(reason string) {
	m.Attempts = 0
	m.close(Held, reason, m.CreatedAt)
}

// Delayed records a failed attempt and schedules the next one; after [Life]
// there is none.
func (m *Message) Delayed(reason string, at time.Time) {
	pause := retryAfter[min(max(m.Attempts, 1), len(retryAfter))-1]
	m.retry(reason, at, pause)
}

// Paused records that no attempt was made because the sender is away; the
// message is retried after the shortest pause.
func (m *Message) Paused(at time.Time) { m.retry(reasonPaused, at, retryAfter[0]) }

// Expired reports whether the message is too old to be sent: it would surprise a
// customer.
func (m *Message) Expired(at time.Time) bool { return !at.Before(m.GiveUpAt) }

// Expire records that the message is too old, and keeps the reason why it was not sent.
func (m *Message) Expire(at time.Time) {
	reason := reasonTooOld
	if m.Reason != "" && m.Reason != reasonTooOld {
		reason += " " + m.Reason
	}
	m.close(Failed, reason, at)
}

func (m *Message) retry(reason string, at time.Time, pause time.Duration) {
	m.Claimed, m.Reason, m.UpdatedAt, m.NextAt = false, reason, at, at.Add(pause)
	if m.Expired(m.NextAt) {
		m.Expire(at)
	}
}

func (m *Message) close(state State, reason string, at time.Time) {
	m.State, m.Claimed, m.Reason, m.UpdatedAt, m.NextAt = state, false, reason, at, at
}

// Resend is the operator's request to send a message, whatever its state.
type Resend struct {
	Sending Sending
	Key     string // a new one
	Actor   string // for the history
	At      time.Time
}

// Again returns the message to send when the operator asks to resend m. A message that
// was sent stays unchanged, and a copy with ID 0 is sent; any other is reopened. The
// result has the new key, since the sender may consider the old one done, except for a
// message that is still being retried, which keeps its own.
//
// Errors: [ErrBusy]. m itself is not changed.
func (m Message) Again(r Resend) (Message, error) {
	switch {
	case m.State == Open && m.Claimed && r.At.Before(m.NextAt):
		return m, ErrBusy
	case m.State == Sent:
		m.ID, m.Attempts, m.CreatedAt, m.SentAt = 0, 0, r.At, time.Time{}
	}
	if m.State != Open {
		m.Key = r.Key
	}
	m.Begin(r.Sending, r.At)
	return m, nil
}

// Discard gives up a message that was not sent.
//
// Errors: [ErrDone].
func (m *Message) Discard(at time.Time) error {
	if m.State == Sent || m.State == Discarded {
		return ErrDone
	}
	m.close(Discarded, m.Reason, at)
	return nil
}

// Filter selects messages for the administration. Zero fields do not filter.
type Filter struct {
	State   State
	OrderID int64
	Limit   int   // messages on a page, as for [order.Filter]
	Before  int64 // cursor: only messages with smaller ids; 0: from the newest
}

// Page is one page of messages without their contents, newest first.
type Page struct {
	Messages []Message
	Next     int64  // cursor of the next page; 0: this is the last
	Counts   Counts // of all messages, regardless of the filter
}

// Counts is the number of messages in each state.
type Counts map[State]int64

// All returns the total number of messages.
func (c Counts) All() int64 {
	var n int64
	for _, count := range c {
		n += count
	}
	return n
}
