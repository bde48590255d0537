package main

import (
	"testing"
	"time"

	"kontor/tests/books"
	"kontor/tests/crowd"
)

// answered returns an order whose customer got a number.
func answered(mark, number string) *crowd.Order {
	o := &crowd.Order{Number: number, Answer: crowd.Answer{Status: 201}}
	o.Kunde.Name = mark
	return o
}

// kept returns an order in the books.
func kept(id int64, mark, number string) *books.Stored {
	s := &books.Stored{ID: id, Number: number}
	s.Kunde.Name = mark
	return s
}

func booksOf(rows ...*books.Stored) *books.Books {
	b := &books.Books{Orders: make(map[int64]*books.Stored), Marks: make(map[string][]*books.Stored)}
	for _, s := range rows {
		b.Orders[s.ID] = s
		b.Marks[s.Kunde.Name] = append(b.Marks[s.Kunde.Name], s)
	}
	return b
}

func ledgerOf(orders ...*crowd.Order) crowd.Ledger {
	l := make(crowd.Ledger)
	for _, o := range orders {
		l[o.Mark()] = o
	}
	return l
}

// What must never happen is detected if it happens.
func TestVerdictSeesWhatMustNotHappen(t *testing.T) {
	t.Parallel()
	anna, ben := answered("anna", "BK-2026-0001"), answered("ben", "BK-2026-0002")
	for name, tt := range map[string]struct {
		books  *books.Books
		ledger crowd.Ledger
		want   verdict
	}{
		"all well": {booksOf(kept(1, "anna", "BK-2026-0001"), kept(4, "ben", "BK-2026-0002")), ledgerOf(anna, ben),
			verdict{acknowledged: 2, gaps: 2}},
		"lost": {booksOf(kept(1, "anna", "BK-2026-0001")), ledgerOf(anna, ben),
			verdict{acknowledged: 2, lost: 1}},
		"doubled": {booksOf(kept(1, "anna", "BK-2026-0001"), kept(2, "anna", "BK-2026-0003")), ledgerOf(anna),
			verdict{acknowledged: 1, doubled: 1}},
		"number of a lost order given again": {booksOf(kept(1, "ben", "BK-2026-0001")), ledgerOf(anna, answered("ben", "BK-2026-0001")),
			verdict{acknowledged: 2, lost: 1, numbersTwice: 1}},
		"number stored otherwise": {booksOf(kept(1, "anna", "BK-2026-0001"), kept(2, "ben", "BK-2026-0001")), ledgerOf(anna, ben),
			verdict{acknowledged: 2, numbersTwice: 1}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got verdict
			got.count(tt.books, tt.ledger)
			if got.acknowledged != tt.want.acknowledged || got.lost != tt.want.lost || got.doubled != tt.want.doubled ||
				got.numbersTwice != tt.want.numbersTwice || got.gaps != tt.want.gaps {
				t.Errorf("verdict %+v, want %+v", got, tt.want)
			}
			if got.sound() != (name == "all well") {
				t.Errorf("sound: %v", got.sound())
			}
		})
	}
}

func TestVerdictWithFaultsIsUnsound(t *testing.T) {
	t.Parallel()
	if v := (verdict{faults: []string{"orders without items: 7"}}); v.sound() {
		t.Error("an order without items counts as sound")
	}
}

// An answer leaves in doubt whether the order was stored unless the shop says that it
// was not.
func TestInDoubt(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		status int
		body   string
		want   bool
	}{
		{0, "", true}, {502, "", true}, {504, "", true}, {503, "", false}, {201, "", false}, {409, "", false},
		{500, `{"ok":false,"error":"Datenbank nicht verbunden."}`, false},
		{500, `{"ok":false,"error":"Bestellung konnte nicht gespeichert werden."}`, true},
	} {
		if got := inDoubt(crowd.Answer{Status: tt.status, Body: []byte(tt.body)}); got != tt.want {
			t.Errorf("%d %s: in doubt %v", tt.status, tt.body, got)
		}
	}
}

// The longest gap may be before the first order, between two, or after the last.
func TestLongestGap(t *testing.T) {
	t.Parallel()
	now := time.Now()
	ago := func(seconds ...int) (times []time.Time) {
		for _, s := range seconds {
			times = append(times, now.Add(-time.Duration(s)*time.Second))
		}
		return times
	}
	for name, tt := range map[string]struct {
		acks  []time.Time
		taken int
		gap   time.Duration
	}{
		"before the first": {ago(3, 2, 1, 0), 4, 7 * time.Second},
		"between":          {ago(20, 9, 2, 1), 3, 7 * time.Second},
		"after the last":   {ago(9, 8, 7), 3, 7 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := &buyers{acks: tt.acks}
			taken, gap := c.since(now.Add(-10 * time.Second))
			if taken != tt.taken || gap.Round(time.Second) != tt.gap {
				t.Errorf("%d orders, gap %v, want %d, %v", taken, gap, tt.taken, tt.gap)
			}
		})
	}
}
