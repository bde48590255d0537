package message_test

import (
	"testing"
	"time"

	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
)

var noon = time.Date(2026, 11, 21, 11, 0, 0, 0, time.UTC)

func TestMessageBegin(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		sending  message.Sending
		state    message.State
		attempts int
		claimed  bool
		reason   bool
		due      time.Duration
	}{
		{message.SendingOff, message.NotSetUp, 0, false, false, 0},
		{message.SendingPaused, message.Open, 1, false, true, 0},
		{message.SendingLater, message.Open, 0, false, false, 0},
		{message.SendingNow, message.Open, 1, true, false, message.ClaimLife},
	} {
		m := message.Message{Reason: "von früher"}
		m.Begin(c.sending, noon)
		if m.State != c.state || m.Attempts != c.attempts || m.Claimed != c.claimed || (m.Reason != "") != c.reason ||
			!m.NextAt.Equal(noon.Add(c.due)) || !m.GiveUpAt.Equal(noon.Add(message.Life)) {
			t.Errorf("sending %d: %+v", c.sending, m)
		}
	}
}

// H49: the pauses grow, the last one repeats, and no attempt is made later than three
// days after the message was created.
func TestH49_MessagePauses(t *testing.T) {
	t.Parallel()
	pauses := []time.Duration{
		time.Minute, 2 * time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 3 * time.Hour, 6 * time.Hour, 6 * time.Hour,
	}
	var m message.Message
	m.Begin(message.SendingNow, noon)
	for i, pause := range pauses {
		m.Attempts = i + 1
		m.Delayed("besetzt", noon)
		if m.State != message.Open || m.Claimed || !m.NextAt.Equal(noon.Add(pause)) || m.Reason != "besetzt" {
			t.Errorf("after attempt %d: %+v", m.Attempts, m)
		}
	}
	for at, want := range map[time.Time]message.State{
		m.GiveUpAt.Add(-6*time.Hour - 1): message.Open,
		m.GiveUpAt.Add(-6 * time.Hour):   message.Failed,
		m.GiveUpAt.Add(time.Hour):        message.Failed,
	} {
		late := m
		late.Delayed("besetzt", at)
		if late.State != want || late.Expired(at) != !at.Before(m.GiveUpAt) {
			t.Errorf("failed at %v: %+v", at, late)
		}
	}
}

func TestMessageDiscard(t *testing.T) {
	t.Parallel()
	for _, state := range message.States {
		m, want, refused := message.Message{State: state}, message.Discarded, false
		if state == message.Sent || state == message.Discarded {
			want, refused = state, true
		}
		if err := m.Discard(noon); (err != nil) != refused || m.State != want {
			t.Errorf("discard a message that is %s: %v, now %s", state, err, m.State)
		}
	}
}

func TestMessageKindsAndStates(t *testing.T) {
	t.Parallel()
	for _, kind := range []message.Kind{
		message.KindOperatorOrder, message.KindConfirmation, message.KindPaid, message.KindCancelled, message.KindOperatorNote,
		message.KindPaymentPending, message.KindPaymentDenied, message.KindPaymentReturned, message.KindRefund,
	} {
		if kind.Label() == string(kind) {
			t.Errorf("%s has no label", kind)
		}
		for _, status := range order.Statuses {
			suits := kind == message.KindConfirmation && status != order.StatusCancelled ||
				kind == message.KindPaid && status == order.StatusPaid ||
				kind == message.KindCancelled && status == order.StatusCancelled
			if order.Suits(kind, status) != suits {
				t.Errorf("%s about an order that is %s: %t", kind, status, !suits)
			}
		}
	}
	for _, state := range message.States {
		if !state.Valid() {
			t.Errorf("%q is not valid", state)
		}
	}
	if message.State("").Valid() || message.State("weg").Valid() {
		t.Error("an unknown state is valid")
	}
}
