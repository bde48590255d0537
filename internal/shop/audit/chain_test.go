package audit_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kontor/internal/shop/audit"
)

// rows is a log in memory.
type rows []audit.Row

func (r rows) EachEntry(_ context.Context, _ int64, each func(audit.Row) error) error {
	for _, row := range r {
		if err := each(row); err != nil {
			return err
		}
	}
	return nil
}

// chained returns n rows as the shop would store them.
func chained(n int) (all rows) {
	previous := ""
	for i := range n {
		row := audit.Row{
			Nr: int64(i) + 1, At: fmt.Sprintf("2026-11-21T09:15:%02d.000Z", i), Who: "Anna", Session: "1a2b3c4d", Action: audit.Status,
			Subject: fmt.Sprintf("bestellung BK-2026-%04d", i), From: "zahlungOffen", To: "<bezahlt> & ü", Request: "R1",
		}
		row.Hash = row.Sum(previous)
		previous = row.Hash
		all = append(all, row)
	}
	return all
}

// fields are the texts of a row that somebody could change.
var fields = []func(*audit.Row) *string{
	func(r *audit.Row) *string { return &r.At }, func(r *audit.Row) *string { return &r.Who },
	func(r *audit.Row) *string { return &r.Session }, func(r *audit.Row) *string { return (*string)(&r.Action) },
	func(r *audit.Row) *string { return &r.Subject }, func(r *audit.Row) *string { return &r.From },
	func(r *audit.Row) *string { return &r.To }, func(r *audit.Row) *string { return &r.Request },
	func(r *audit.Row) *string { return &r.Hash },
}

// tamper changes a log in one of the ways that must be found.
func tamper(t *rapid.T, log rows) rows {
	at := rapid.IntRange(0, len(log)-1).Draw(t, "row")
	switch kind := rapid.SampledFrom([]string{"change", "remove", "swap", "swap whole", "repeat", "renumber", "move text", "begin later"}).Draw(t, "kind"); kind {
	case "change":
		field := rapid.SampledFrom(fields).Draw(t, "field")(&log[at])
		was := *field
		*field = rapid.String().Filter(func(s string) bool { return s != was }).Draw(t, "text")
	case "remove":
		log = slices.Delete(log, at, at+1)
	case "swap", "swap whole":
		other := rapid.IntRange(0, len(log)-1).Filter(func(n int) bool { return n != at }).Draw(t, "other")
		log[at], log[other] = log[other], log[at]
		if kind == "swap" { // each keeps its number
			log[at].Nr, log[other].Nr = log[other].Nr, log[at].Nr
		}
	case "repeat":
		log = slices.Insert(log, at, log[at])
	case "renumber":
		log[at].Nr += int64(rapid.IntRange(1, 5).Draw(t, "by"))
	case "move text": // the same characters, in other fields
		log[at].From, log[at].To = log[at].From+log[at].To[:1], log[at].To[1:]
	case "begin later":
		log = log[rapid.IntRange(1, len(log)-1).Draw(t, "first"):]
	}
	return log
}

// W27: whoever changes, removes, adds or swaps a row is found, whichever row it is, as
// long as the newest row's hash was noted elsewhere.
func TestW27_AnyTamperedRowIsFound(t *testing.T) {
	t.Parallel()
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		for range 10 {
			log := chained(rapid.IntRange(2, 12).Draw(t, "rows"))
			head := log[len(log)-1].Hash
			if _, err := audit.Verify(t.Context(), log, head); err != nil {
				t.Fatalf("a whole chain: %v", err)
			}
			_, err := audit.Verify(t.Context(), tamper(t, log), head)
			if broken := (*audit.Break)(nil); !errors.As(err, &broken) {
				t.Fatalf("not found: %v", err)
			}
			found++
		}
	})
	if found < 1000 {
		t.Errorf("%d tampered chains were found, want 1,000", found)
	}
}

// W27: without a noted head only rows that are missing at the end stay unnoticed.
func TestW27_TheFirstBrokenRowIsNamed(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		tamper func(rows) rows
		known  string
		nr     int64
		want   string
	}{
		"changed":      {func(r rows) rows { r[2].Who = "Berta"; return r }, "", 3, "Zeile 3"},
		"first":        {func(r rows) rows { r[0].To = "storniert"; return r }, "", 1, "Zeile 1"},
		"missing":      {func(r rows) rows { return slices.Delete(r, 1, 3) }, "", 4, "vor Zeile 4"},
		"begins late":  {func(r rows) rows { return r[2:] }, "", 3, "keine Kürzung"},
		"ends early":   {func(r rows) rows { return r[:3] }, chained(5)[4].Hash, 0, "am Ende fehlen"},
		"rehashed":     {func(r rows) rows { r[4].To = "x"; r[4].Hash = r[4].Sum(r[3].Hash); return r }, chained(5)[4].Hash, 0, "Kopf"},
		"foreign head": {func(r rows) rows { return r }, strings.Repeat("0", 64), 0, "Kopf"},
	} {
		_, err := audit.Verify(t.Context(), test.tamper(chained(5)), test.known)
		broken := (*audit.Break)(nil)
		if !errors.As(err, &broken) || broken.Nr != test.nr || !strings.Contains(broken.Text, test.want) {
			t.Errorf("%s: %v, want row %d and %q", name, err, test.nr, test.want)
		}
	}
	if proof, err := audit.Verify(t.Context(), chained(5)[:3], ""); err != nil || proof.Head.Nr != 3 {
		t.Errorf("a shorter chain: %v, %v", proof, err)
	}
	if proof, err := audit.Verify(t.Context(), rows{}, ""); err != nil || proof.Rows != 0 {
		t.Errorf("an empty log: %v, %v", proof, err)
	}
}

// W27: after it was cut, a log proves the rest, and the newest row that was cut off.
func TestW27_ACutChainIsProvenFromItsAnchor(t *testing.T) {
	t.Parallel()
	log := chained(5)
	cut := audit.Head{Nr: 3, Hash: log[2].Hash}
	entry := audit.CutEntry(cut)
	anchor := audit.Row{Nr: 6, At: "2029-12-01T00:00:00.000Z", Who: audit.Program, Action: entry.Action, To: entry.To}
	anchor.Hash = anchor.Sum(log[4].Hash)
	log = append(log[3:], anchor)
	for _, known := range []string{"", cut.Hash, log[0].Hash, anchor.Hash} {
		if proof, err := audit.Verify(t.Context(), log, known); err != nil || proof.Cut != cut || proof.Rows != 3 {
			t.Errorf("%q: %+v, %v", known, proof, err)
		}
	}
	broken := (*audit.Break)(nil)
	for name, log := range map[string]rows{
		"first row changed":  append(rows{func() audit.Row { r := log[0]; r.To = "x"; return r }()}, log[1:]...),
		"more rows cut":      log[1:],
		"only the anchor":    log[2:],
		"without the anchor": log[:2],
	} {
		if _, err := audit.Verify(t.Context(), log, ""); !errors.As(err, &broken) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
