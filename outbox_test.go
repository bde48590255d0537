package kontor_test

import (
	"testing"
	"time"

	"kontor"
)

var noon = time.Date(2026, 11, 21, 11, 0, 0, 0, time.UTC)

func TestMessageBegin(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		sending  kontor.Sending
		state    kontor.MessageState
		attempts int
		claimed  bool
		reason   bool
		due      time.Duration
	}{
		{kontor.SendingOff, kontor.MessageNotSetUp, 0, false, false, 0},
		{kontor.SendingPaused, kontor.MessageOpen, 1, false, true, 0},
		{kontor.SendingLater, kontor.MessageOpen, 0, false, false, 0},
		{kontor.SendingNow, kontor.MessageOpen, 1, true, false, kontor.MessageClaim},
	} {
		m := kontor.Message{Reason: "von früher"}
		m.Begin(c.sending, noon)
		if m.State != c.state || m.Attempts != c.attempts || m.Claimed != c.claimed || (m.Reason != "") != c.reason ||
			!m.NextAt.Equal(noon.Add(c.due)) || !m.GiveUpAt.Equal(noon.Add(kontor.MessageLife)) {
			t.Errorf("sending %d: %+v", c.sending, m)
		}
	}
}

// H49: the pauses grow, the last one repeats, and no attempt is later than three
// days after the message was owed.
func TestH49_MessagePauses(t *testing.T) {
	t.Parallel()
	pauses := []time.Duration{
		time.Minute, 2 * time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 3 * time.Hour, 6 * time.Hour, 6 * time.Hour,
	}
	var m kontor.Message
	m.Begin(kontor.SendingNow, noon)
	for i, pause := range pauses {
		m.Attempts = i + 1
		m.Delayed("besetzt", noon)
		if m.State != kontor.MessageOpen || m.Claimed || !m.NextAt.Equal(noon.Add(pause)) || m.Reason != "besetzt" {
			t.Errorf("after attempt %d: %+v", m.Attempts, m)
		}
	}
	for at, want := range map[time.Time]kontor.MessageState{
		m.GiveUpAt.Add(-6*time.Hour - 1): kontor.MessageOpen,
		m.GiveUpAt.Add(-6 * time.Hour):   kontor.MessageFailed,
		m.GiveUpAt.Add(time.Hour):        kontor.MessageFailed,
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
	for _, state := range kontor.MessageStates {
		m, want, refused := kontor.Message{State: state}, kontor.MessageDiscarded, false
		if state == kontor.MessageSent || state == kontor.MessageDiscarded {
			want, refused = state, true
		}
		if err := m.Discard(noon); (err != nil) != refused || m.State != want {
			t.Errorf("discard a message that is %s: %v, now %s", state, err, m.State)
		}
	}
}

func TestMessageKindsAndStates(t *testing.T) {
	t.Parallel()
	for _, kind := range []kontor.MessageKind{
		kontor.MessageOperatorOrder, kontor.MessageReceipt, kontor.MessagePaid, kontor.MessageCancelled, kontor.MessageOperatorNote,
	} {
		if kind.Label() == string(kind) {
			t.Errorf("%s has no label", kind)
		}
		for _, status := range kontor.Statuses {
			suits := kind == kontor.MessagePaid && status == kontor.StatusPaid ||
				kind == kontor.MessageCancelled && status == kontor.StatusCancelled
			if kontor.Suits(kind, status) != suits {
				t.Errorf("%s about an order that is %s: %t", kind, status, !suits)
			}
		}
	}
	for _, state := range kontor.MessageStates {
		if !state.Valid() {
			t.Errorf("%q is not valid", state)
		}
	}
	if kontor.MessageState("").Valid() || kontor.MessageState("weg").Valid() {
		t.Error("an unknown state is valid")
	}
}
