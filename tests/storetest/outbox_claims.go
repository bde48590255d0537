package storetest

import (
	"sync"
	"time"

	"github.com/google/go-cmp/cmp"

	"kontor/internal/shop/message"
)

var outboxClaimScenarios = []scenario{
	{"R19 messages that wait are hastened, no others", hastened},
	{"H49 R19 each due message is claimed by one of many", claimedOnce},
	{"R15 messages that a clock ahead put off are due again", messagesOfAClockAhead},
	{"R19 a claim ends and is then another's", claimEnds},
	{"R19 the message due longest comes first, one that is not due not at all", claimOrder},
	{"H49 what a message says is kept once, by whoever holds it", contentKept},
	{"H49 outcomes are stored, but only the holder's", outcomes},
	{"a message that was discarded while it was sent is sent", sentThoughDiscarded},
}

// claim claims due messages.
func (s *suite) claim(limit int, at time.Time) []message.Message {
	s.t.Helper()
	claimed, err := s.Store.ClaimMessages(s.t.Context(), limit, at)
	if err != nil {
		s.t.Fatal(err)
	}
	return claimed
}

func (s *suite) settle(m message.Message) {
	s.t.Helper()
	if err := s.Store.SettleMessage(s.t.Context(), &m); err != nil {
		s.t.Fatal(err)
	}
}

func claimedOnce(s *suite) {
	const orders, claimers = 50, 8
	for range orders {
		s.owe(noon)
	}
	var mu sync.Mutex
	taken := make(map[int64]int)
	var claiming sync.WaitGroup
	for range claimers {
		claiming.Go(func() {
			for {
				claimed, err := s.Store.ClaimMessages(s.t.Context(), 7, noon)
				if err != nil {
					s.t.Error(err)
				}
				if len(claimed) == 0 {
					return
				}
				mu.Lock()
				for _, m := range claimed {
					taken[m.ID]++
				}
				mu.Unlock()
			}
		})
	}
	claiming.Wait()
	for id, times := range taken {
		if times != 1 {
			s.t.Errorf("message %d was claimed %d times", id, times)
		}
	}
	if len(taken) != 2*orders {
		s.t.Errorf("%d messages of %d were claimed", len(taken), 2*orders)
	}
}

func claimEnds(s *suite) {
	s.owe(noon)
	first := s.claim(10, noon)
	if len(first) != 2 || first[0].Attempts != 1 || !first[0].Claimed || !first[0].NextAt.Equal(noon.Add(message.ClaimLife)) {
		s.t.Fatalf("claimed %+v", first)
	}
	if again := s.claim(10, noon.Add(message.ClaimLife-time.Millisecond)); len(again) > 0 {
		s.t.Errorf("claimed although another holds it: %+v", again)
	}
	second := s.claim(10, noon.Add(message.ClaimLife))
	if len(second) != 2 || second[0].Attempts != 2 {
		s.t.Fatalf("claimed after the first claim's end: %+v", second)
	}
	late := first[0]
	late.Delayed("zu spät", noon)
	s.settle(late)
	if diff := cmp.Diff(second[0], s.message(late.ID)); diff != "" {
		s.t.Errorf("a lost claim changed the message:\n%s", diff)
	}
	if held, err := s.Store.KeepContent(s.t.Context(), &late); held || err != nil {
		s.t.Errorf("a lost claim stored a content: %t, %v", held, err)
	}
}

func claimOrder(s *suite) {
	third, first, second := s.owe(noon), s.owe(noon.Add(-2*time.Hour)), s.owe(noon.Add(-time.Hour))
	s.owe(noon.Add(time.Millisecond))
	if at, err := s.Store.NextMessageAt(s.t.Context()); !at.Equal(first[0].NextAt) || err != nil {
		s.t.Errorf("next at %v, %v; want %v", at, err, first[0].NextAt)
	}
	var got []int64
	for range 4 {
		for _, m := range s.claim(2, noon) {
			got = append(got, m.ID)
		}
	}
	want := []int64{first[0].ID, first[1].ID, second[0].ID, second[1].ID, third[0].ID, third[1].ID}
	if diff := cmp.Diff(want, got); diff != "" {
		s.t.Errorf("claimed (-want +got):\n%s", diff)
	}
	if at, err := s.Store.NextMessageAt(s.t.Context()); !at.Equal(noon.Add(time.Millisecond)) || err != nil {
		s.t.Errorf("next at %v, %v", at, err)
	}
}

func hastened(s *suite) {
	s.owe(noon)
	s.owe(noon)
	claimed := s.claim(4, noon)
	claimed[0].Delayed("besetzt", noon)
	claimed[1].Refused("nein", noon)
	claimed[2].Sent(noon)
	for _, m := range claimed[:3] {
		s.settle(m)
	}
	if err := s.Store.HastenMessages(s.t.Context(), noon.Add(time.Second)); err != nil {
		s.t.Fatal(err)
	}
	if due := s.claim(10, noon.Add(time.Second)); len(due) != 1 || due[0].ID != claimed[0].ID {
		s.t.Errorf("due: %+v", due)
	}
}

// contents has one of everything that a message may contain.
func contents() *message.MailContent {
	return &message.MailContent{
		Subject: "Ihre Bestellung 🧶", Text: "Grüße\n\x00\r\n", HTML: "<p>Grüße</p>",
		Inline: []message.InlineFile{{CID: "girocode", Type: "image/png", Data: []byte{0, 1, 255, 0}}},
	}
}

func contentKept(s *suite) {
	s.owe(noon)
	if at := s.message(1); at.Content != nil {
		s.t.Errorf("a message that was never rendered says %+v", at.Content)
	}
	m := s.claim(1, noon)[0]
	m.Content = contents()
	if held, err := s.Store.KeepContent(s.t.Context(), &m); !held || err != nil {
		s.t.Fatalf("kept: %t, %v", held, err)
	}
	other := m
	other.Content = &message.MailContent{Subject: "anders"}
	if held, err := s.Store.KeepContent(s.t.Context(), &other); held || err != nil {
		s.t.Errorf("kept twice: %t, %v", held, err)
	}
	if diff := cmp.Diff(contents(), s.message(m.ID).Content); diff != "" {
		s.t.Errorf("content (-want +got):\n%s", diff)
	}
	m.Delayed("besetzt", noon)
	s.settle(m)
	again := s.claim(10, m.NextAt)
	if len(again) != 2 || cmp.Diff(contents(), again[0].Content) != "" || again[1].Content != nil {
		s.t.Errorf("claimed again: %+v", again)
	}
}

func outcomes(s *suite) {
	s.owe(noon)
	s.owe(noon)
	claimed, later := s.claim(4, noon), noon.Add(time.Second)
	claimed[0].Sent(later)
	claimed[1].Refused("gibt es nicht", later)
	claimed[2].Delayed("besetzt", later)
	claimed[3].Paused(later)
	for _, m := range claimed {
		s.settle(m)
		if diff := cmp.Diff(m, s.message(m.ID)); diff != "" {
			s.t.Errorf("stored (-want +got):\n%s", diff)
		}
		s.mailsAgree()
	}
	if due := s.claim(10, later); len(due) > 0 {
		s.t.Errorf("due at once: %+v", due)
	}
	if due := s.claim(10, noon.AddDate(0, 0, 1)); len(due) != 2 {
		s.t.Errorf("due later: %+v", due)
	}
}

func sentThoughDiscarded(s *suite) {
	s.owe(noon)
	claimed := s.claim(2, noon)
	for i := range claimed {
		if _, err := s.Store.DiscardMessage(s.t.Context(), claimed[i].ID, "Verwaltung", noon); err != nil {
			s.t.Fatal(err)
		}
	}
	claimed[0].Sent(noon)
	claimed[1].Delayed("besetzt", noon)
	s.settle(claimed[0])
	s.settle(claimed[1])
	if state := s.message(claimed[0].ID).State; state != message.Sent {
		s.t.Errorf("sent and %s", state)
	}
	if state := s.message(claimed[1].ID).State; state != message.Discarded {
		s.t.Errorf("discarded, not sent and %s", state)
	}
	s.mailsAgree()
}

func messagesOfAClockAhead(s *suite) {
	s.owe(noon.AddDate(0, 0, 400))
	if claimed := s.claim(10, noon.AddDate(0, 0, 400)); len(claimed) != 2 { // by a process that ends
		s.t.Fatalf("%d messages were claimed", len(claimed))
	}
	s.owe(noon)
	waits := s.claim(1, noon)[0]
	waits.Delayed("nicht da", noon.AddDate(0, 0, -1)) // as long as a message may wait
	waits.NextAt = noon.Add(6 * time.Hour)
	s.settle(waits)

	if due := s.claim(10, noon.Add(5*time.Minute)); len(due) != 1 {
		s.t.Errorf("%d messages are due before, want the one that nobody tried", len(due))
	}
	if err := s.Store.CatchUp(s.t.Context(), noon.Add(5*time.Minute)); err != nil {
		s.t.Fatal(err)
	}
	due := s.claim(10, noon.Add(5*time.Minute))
	if len(due) != 2 || due[0].ID != 1 || due[1].ID != 2 {
		s.t.Errorf("%+v are due, want the two of the clock ahead", due)
	}
}
