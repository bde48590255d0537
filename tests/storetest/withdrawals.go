package storetest

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/google/go-cmp/cmp"

	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/shop/withdrawal"
)

var withdrawalScenarios = []scenario{
	{"L6 a withdrawal is read back as it was made, with its messages", withdrawalReadBack},
	{"L6 a withdrawal counts once, however often and at once it is sent", withdrawalOnce},
	{"L6 a withdrawal is tied to the order of that number and address alone", withdrawalTied},
	{"withdrawals are listed newest first", withdrawalsListed},
}

func newWithdrawal(key string) withdrawal.Withdrawal {
	return withdrawal.Withdrawal{
		At: noon, Key: key, Name: "Erika Muster", Email: "erika@example.org", Contract: "BK-2026-0042",
		Reason: "Zu bunt.\nWirklich.", Language: "fr",
	}
}

// declare stores a withdrawal and owes one message for it.
func (s *suite) declare(w withdrawal.Withdrawal) (withdrawal.Withdrawal, []message.Message, error) {
	receipt := message.Message{
		Key: fmt.Sprintf("widerruf-%s-%d", w.Key, s.attempts.Add(1)), Kind: message.KindWithdrawal, Language: w.Language,
		To: w.Email, Withdrawal: w.Withdrawn(), CreatedAt: w.At,
	}
	receipt.Begin(message.SendingNow, w.At)
	return s.Store.AddWithdrawal(s.t.Context(), w, []message.Message{receipt}, message.MailLimit{})
}

func (s *suite) mustDeclare(w withdrawal.Withdrawal) withdrawal.Withdrawal {
	s.t.Helper()
	stored, _, err := s.declare(w)
	if err != nil {
		s.t.Fatal(err)
	}
	return stored
}

func withdrawalReadBack(s *suite) {
	for i, text := range append([]string{"Zu bunt.\nWirklich."}, hostile...) {
		want := newWithdrawal(fmt.Sprint("schluessel", i))
		want.Reason, want.Name = text, "Erika "+text
		stored, owed, err := s.declare(want)
		if err != nil || stored.ID == 0 || len(owed) != 1 || owed[0].Withdrawal == nil || owed[0].Withdrawal.ID != stored.ID {
			s.t.Fatalf("%q: %+v, owed %+v, %v", text, stored, owed, err)
		}
		want.ID = stored.ID
		read, err := s.Store.Withdrawal(s.t.Context(), stored.ID)
		if err != nil {
			s.t.Fatal(err)
		}
		for source, got := range map[string]withdrawal.Withdrawal{"answer": stored, "read": read} {
			if diff := cmp.Diff(want, got); diff != "" {
				s.t.Errorf("%s (-want +got):\n%s", source, diff)
			}
		}
	}
	if _, err := s.Store.Withdrawal(s.t.Context(), 99); !errors.Is(err, withdrawal.ErrNotFound) {
		s.t.Errorf("one that there is not: %v", err)
	}
}

func withdrawalOnce(s *suite) {
	var all sync.WaitGroup
	var mu sync.Mutex
	var ids []int64
	messages := 0
	for range 8 {
		all.Go(func() {
			stored, owed, err := s.declare(newWithdrawal("einmal"))
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				s.t.Error(err)
			}
			ids, messages = append(ids, stored.ID), messages+len(owed)
		})
	}
	all.Wait()
	if len(slices.Compact(ids)) != 1 || messages != 1 {
		s.t.Errorf("withdrawals %v, %d messages", ids, messages)
	}
	if listed, err := s.Store.Withdrawals(s.t.Context(), 0, 9); err != nil || len(listed) != 1 {
		s.t.Errorf("listed: %+v, %v", listed, err)
	}
}

func withdrawalTied(s *suite) {
	placed := s.place()
	for i, c := range []struct {
		contract, email string
		tied            bool
	}{
		{placed.Number, "erika@example.org", true}, {" " + placed.Number + " ", "ERIKA@example.org", true},
		{placed.Number, "jemand@example.org", false}, {"BK-2026-9999", "erika@example.org", false}, {"", "erika@example.org", false},
	} {
		w := newWithdrawal(fmt.Sprint("tied", i))
		w.Contract, w.Email = c.contract, c.email
		stored := s.mustDeclare(w)
		if (stored.OrderID == placed.ID) != c.tied || (stored.OrderNumber == placed.Number) != c.tied {
			s.t.Errorf("%q of %s is tied to %d %s", c.contract, c.email, stored.OrderID, stored.OrderNumber)
		}
		want := order.Status("")
		if c.tied {
			want = placed.Status
		}
		if read, err := s.Store.Withdrawal(s.t.Context(), stored.ID); err != nil || read.OrderStatus != want || stored.OrderStatus != want {
			s.t.Errorf("%q of %s has the order's status %q, read %q, want %q, %v", c.contract, c.email, stored.OrderStatus, read.OrderStatus, want, err)
		}
	}
	o, err := s.Store.Order(s.t.Context(), placed.ID)
	if err != nil || o.Status != order.StatusPaymentOpen {
		s.t.Errorf("the order's status is %s, %v", o.Status, err)
	}
}

func withdrawalsListed(s *suite) {
	var ids []int64
	for i := range 5 {
		ids = append([]int64{s.mustDeclare(newWithdrawal(fmt.Sprint("list", i))).ID}, ids...)
	}
	var listed []int64
	for before := int64(0); ; {
		page, err := s.Store.Withdrawals(s.t.Context(), before, 2)
		if err != nil {
			s.t.Fatal(err)
		}
		if len(page) == 0 {
			break
		}
		for _, w := range page {
			listed, before = append(listed, w.ID), w.ID
		}
	}
	if !slices.Equal(listed, ids) {
		s.t.Errorf("listed %v, want %v", listed, ids)
	}
}
