package storetest

import (
	"errors"
	"sync"
	"time"

	"github.com/google/go-cmp/cmp"

	"kontor/internal/shop/message"
)

var outboxResendScenarios = []scenario{
	{"an unsent message is taken up again under a new key", resentUnsent},
	{"a sent message is sent again as a copy", resentSent},
	{"a message being tried keeps its key, one being sent is refused", resentOpen},
	{"of parallel requests to send one is granted", resentParallel},
}

// resend lets the operator send a message.
func (s *suite) resend(id int64, key string, sending message.Sending) (message.Message, error) {
	return s.Store.ResendMessage(s.t.Context(), id, message.Resend{
		Sending: sending, Key: key, Actor: "Verwaltung a1b2", At: noon.Add(time.Hour),
	})
}

func (s *suite) mustResend(id int64, key string, sending message.Sending) message.Message {
	s.t.Helper()
	m, err := s.resend(id, key, sending)
	if err != nil {
		s.t.Fatalf("resend %d: %v", id, err)
	}
	return m
}

func resentUnsent(s *suite) {
	p := s.placement(newOrder())
	p.Messages = s.letters(noon)
	for i := range p.Messages {
		p.Messages[i].Begin(message.SendingOff, noon)
	}
	if _, err := s.Store.PlaceOrder(s.t.Context(), p); err != nil {
		s.t.Fatal(err)
	}
	if due := s.claim(10, noon.AddDate(0, 0, 1)); len(due) > 0 {
		s.t.Errorf("messages that came without a sender are sent by surprise: %+v", due)
	}
	for id := range int64(2) {
		before := s.message(id + 1)
		if id == 1 {
			s.refuseClaimed(&before)
		}
		again := s.mustResend(before.ID, "erneut-"+before.Key, message.SendingNow)
		if again.ID != before.ID || again.State != message.Open || !again.Claimed || again.Reason != "" ||
			again.Key != "erneut-"+before.Key || again.Attempts != before.Attempts+1 || !again.CreatedAt.Equal(before.CreatedAt) {
			s.t.Errorf("%+v became %+v", before, again)
		}
		if diff := cmp.Diff(again, s.message(again.ID)); diff != "" {
			s.t.Errorf("answered and stored differ:\n%s", diff)
		}
		s.mailsAgree()
	}
}

// refuseClaimed claims a message and has it refused.
func (s *suite) refuseClaimed(m *message.Message) {
	s.t.Helper()
	*m = s.mustResend(m.ID, "versuch", message.SendingNow)
	m.Refused("nein", noon)
	s.settle(*m)
}

func resentSent(s *suite) {
	s.owe(noon)
	sent := s.claim(1, noon)[0]
	sent.Content = contents()
	if _, err := s.Store.KeepContent(s.t.Context(), &sent); err != nil {
		s.t.Fatal(err)
	}
	sent.Sent(noon)
	s.settle(sent)
	again := s.mustResend(sent.ID, "erneut", message.SendingPaused)
	if diff := cmp.Diff(sent, s.message(sent.ID)); diff != "" {
		s.t.Errorf("the message that was sent changed:\n%s", diff)
	}
	if again.ID == sent.ID || again.Key != "erneut" || again.Claimed || again.Attempts != 1 || !again.SentAt.IsZero() ||
		again.OrderID != sent.OrderID || again.Kind != sent.Kind || again.To != sent.To {
		s.t.Errorf("%+v is sent again as %+v", sent, again)
	}
	if diff := cmp.Diff(again, s.message(again.ID)); diff != "" {
		s.t.Errorf("answered and stored differ:\n%s", diff)
	}
	if diff := cmp.Diff(contents(), again.Content); diff != "" {
		s.t.Errorf("the copy has another content:\n%s", diff)
	}
	s.mailsAgree()
}

func resentOpen(s *suite) {
	s.owe(noon)
	waiting := s.claim(1, noon)[0]
	waiting.Delayed("besetzt", noon)
	s.settle(waiting)
	again := s.mustResend(waiting.ID, "anders", message.SendingNow)
	if again.Key != waiting.Key || again.ID != waiting.ID || !again.Claimed || again.Attempts != 2 {
		s.t.Errorf("%+v became %+v", waiting, again)
	}
	before := s.details(1)
	if _, err := s.resend(again.ID, "noch einmal", message.SendingNow); !errors.Is(err, message.ErrBusy) {
		s.t.Errorf("a message that is being sent: %v", err)
	}
	if diff := cmp.Diff(before, s.details(1)); diff != "" {
		s.t.Errorf("a refused request left traces:\n%s", diff)
	}
}

func resentParallel(s *suite) {
	s.owe(noon)
	var granted []message.Message
	var mu sync.Mutex
	var asking sync.WaitGroup
	for range 20 {
		asking.Go(func() {
			m, err := s.resend(1, "erneut", message.SendingNow)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				granted = append(granted, m)
			case !errors.Is(err, message.ErrBusy):
				s.t.Error(err)
			}
		})
	}
	asking.Wait()
	if len(granted) != 1 {
		s.t.Errorf("%d requests were granted: %+v", len(granted), granted)
	}
	s.mailsAgree()
}
