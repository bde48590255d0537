package storetest

import (
	"errors"
	"slices"
	"time"

	"kontor/internal/shop/account"
)

func replacingSession(s *suite) {
	before, _ := s.signIn(noon, identity("google", "1001"))
	_, key := account.NewSessionID()
	other, err := s.Store.SignIn(s.t.Context(), account.VerifiedSignIn{
		Provider: "google", Identity: identity("google", "1002"), Session: key, Replaces: before, At: noon,
	})
	if err != nil {
		s.t.Fatal(err)
	}
	s.signedOut(before, noon)
	if c := s.customer(key, noon); c.ID != other || c.Linked("google").Subject != "1002" {
		s.t.Errorf("signed in as %+v", c)
	}
	s.counts(map[string]int{"customers": 2, "kunden_sitzungen": 1})
}

func sessionEnds(s *suite) {
	used, _ := s.signIn(noon, identity("google", "1001"))
	idle, _ := s.signIn(noon, identity("google", "1001"))
	day := 24 * time.Hour
	for at := day; at < 30*day; at += 13 * day {
		if err := s.Store.TouchSession(s.t.Context(), used, noon.Add(at)); err != nil {
			s.t.Fatal(err)
		}
	}
	s.customer(idle, noon.Add(14*day-time.Millisecond))
	s.signedOut(idle, noon.Add(14*day))
	s.customer(used, noon.Add(30*day-time.Millisecond))
	s.signedOut(used, noon.Add(30*day))

	if n, err := s.Store.ForgetSessions(s.t.Context(), noon.Add(14*day-time.Millisecond)); n != 0 || err != nil {
		s.t.Errorf("forgot %d, %v", n, err)
	}
	if n, err := s.Store.ForgetSessions(s.t.Context(), noon.Add(14*day)); n != 1 || err != nil {
		s.t.Errorf("forgot %d, %v; want the idle one", n, err)
	}
	if n, err := s.Store.ForgetSessions(s.t.Context(), noon.Add(30*day)); n != 1 || err != nil {
		s.t.Errorf("forgot %d, %v; want the old one", n, err)
	}
	// A use recorded late does not revive an ended session.
	if err := s.Store.TouchSession(s.t.Context(), used, noon); err != nil {
		s.t.Fatal(err)
	}
	s.counts(map[string]int{"kunden_sitzungen": 0})
}

func endingSessions(s *suite) {
	first, _ := s.signIn(noon, identity("google", "1001"))
	second, _ := s.signIn(noon, identity("google", "1001"))
	third, _ := s.signIn(noon, identity("google", "1001"))
	stranger, _ := s.signIn(noon, identity("google", "1002"))
	for range 2 {
		if err := s.Store.EndSession(s.t.Context(), first); err != nil {
			s.t.Error(err)
		}
	}
	s.signedOut(first, noon)
	s.customer(second, noon)
	if n, err := s.Store.EndSessions(s.t.Context(), second, noon); n != 2 || err != nil {
		s.t.Errorf("ended %d, %v", n, err)
	}
	s.signedOut(second, noon)
	s.signedOut(third, noon)
	s.customer(stranger, noon)
	if _, err := s.Store.EndSessions(s.t.Context(), second, noon); !errors.Is(err, account.ErrNotSignedIn) {
		s.t.Errorf("ended by an ended session: %v", err)
	}
}

func customerOrders(s *suite) {
	key, id := s.signIn(noon, identity("google", "1001"))
	_, other := s.signIn(noon, identity("google", "1002"))
	for n := range 12 {
		s.place(placedBy([]int64{0, id, other}[n%3]), from("1001@example.org"))
	}
	var got []int64
	for before := int64(0); ; {
		page, err := s.Store.CustomerOrders(s.t.Context(), key, noon, before, 3)
		if err != nil {
			s.t.Fatal(err)
		}
		for _, o := range page.Orders {
			if got = append(got, o.ID); len(o.Items) != 1 || o.CustomerID != id {
				s.t.Errorf("order %+v", o)
			}
		}
		if before = page.Next; before == 0 {
			break
		}
	}
	if want := []int64{11, 8, 5, 2}; !slices.Equal(got, want) {
		s.t.Errorf("orders %v, want %v", got, want)
	}
	if o := s.details(1).Order; o.CustomerID != 0 {
		s.t.Errorf("a guest's order belongs to %d", o.CustomerID)
	}
}

func downloads(s *suite) {
	key, _ := s.signIn(noon, identity("google", "1001"))
	other, _ := s.signIn(noon, identity("google", "1002"))
	note := func(key account.SessionKey, minute int) (time.Duration, error) {
		return s.Store.NoteDownload(s.t.Context(), key, noon.Add(time.Duration(minute)*time.Minute))
	}
	for minute := range account.MaxDownloads {
		if wait, err := note(key, minute); wait != 0 || err != nil {
			s.t.Fatalf("download %d: %v, %v", minute, wait, err)
		}
	}
	if wait, err := note(key, 20); wait != 40*time.Minute || !errors.Is(err, account.ErrTooManyDownloads) {
		s.t.Errorf("the eleventh: %v, %v", wait, err)
	}
	if _, err := note(other, 20); err != nil {
		s.t.Errorf("somebody else: %v", err)
	}
	if _, err := note(key, 60); err != nil {
		s.t.Errorf("an hour after the first: %v", err)
	}
	if wait, err := note(key, 60); wait != time.Minute || !errors.Is(err, account.ErrTooManyDownloads) {
		s.t.Errorf("once more: %v, %v", wait, err)
	}
}

// Downloads recorded by a clock that ran ahead do not count.
func downloadsAfterTheClockGoesBack(s *suite) {
	key, _ := s.signIn(noon, identity("google", "1001"))
	note := func(at time.Time) error {
		_, err := s.Store.NoteDownload(s.t.Context(), key, at)
		return err
	}
	for _, at := range []time.Time{noon.AddDate(0, 0, 10), noon} {
		for n := range account.MaxDownloads {
			if err := note(at); err != nil {
				s.t.Fatalf("download %d at %v: %v", n, at, err)
			}
		}
		if err := note(at); !errors.Is(err, account.ErrTooManyDownloads) {
			s.t.Errorf("the eleventh at %v: %v", at, err)
		}
	}
}
