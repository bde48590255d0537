package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/audit"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/order"
)

var auditScenarios = []scenario{
	{"W27 a change and its entry are one transaction", entriesBelongToTheirChange},
	{"W27 operators at one moment leave one chain", entriesTakeTurns},
	{"W27 customers leave no entry and do not wait for one", customersLeaveNoEntry},
	{"W27 a tampered row of the database is found", tamperedRows},
	{"W27 the log is cut after three years and still proven", cutLog},
	{"the log is listed by action and subject, newest first", listedEntries},
	{"settings that changed since the last start leave an entry without their secrets", changedSettings},
}

// operator is the context of a request of Anna's.
func (s *suite) operator() context.Context {
	return audit.With(s.t.Context(), audit.By{Name: "Anna", Session: "1a2b3c4d", Request: "R1", At: noon})
}

// entries returns the whole log, which must be a whole chain.
func (s *suite) entries() (all []audit.Row) {
	s.t.Helper()
	if _, err := audit.Verify(s.t.Context(), s.Store, ""); err != nil {
		s.t.Errorf("verify: %v", err)
	}
	if err := s.Store.EachEntry(s.t.Context(), 0, func(r audit.Row) error {
		all = append(all, r)
		return nil
	}); err != nil {
		s.t.Fatal(err)
	}
	return all
}

// told returns what the log tells, without numbers and hashes.
func (s *suite) told() (all []string) {
	s.t.Helper()
	for _, r := range s.entries() {
		all = append(all, strings.Join([]string{r.Who, string(r.Action), r.Subject, r.From, r.To}, "|"))
	}
	return all
}

func (s *suite) wantTold(want ...string) {
	s.t.Helper()
	if got := s.told(); !slices.Equal(got, want) {
		s.t.Errorf("the log tells\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func entriesBelongToTheirChange(s *suite) {
	s.place()
	paid, note, ctx := order.StatusPaid, "Erika Muster rief an", s.operator()
	change := func(ctx context.Context, c order.Change) error {
		_, err := s.Store.ChangeOrder(ctx, 1, c, noon)
		return err
	}
	if err := errors.Join(change(ctx, order.Change{Status: &paid}), change(ctx, order.Change{Note: &note})); err != nil {
		s.t.Fatal(err)
	}
	if err := change(ctx, order.Change{Status: &paid, IfVersion: 77}); !errors.Is(err, shop.ErrStale) {
		s.t.Errorf("a stale change: %v", err)
	}
	wool := catalogue.Product{Slug: "wolle", Names: names("Wolle"), CategorySlug: "wolle", Price: 4.9, Active: true}
	created, err := s.Store.CreateProduct(ctx, wool, noon)
	if err != nil {
		s.t.Fatal(err)
	}
	created.Price, created.Names = 5.9, names("Garn")
	_, err = s.Store.ChangeProduct(ctx, created, noon)
	_, twice := s.Store.CreateProduct(ctx, wool, noon)
	_, gift := s.Store.CreateCoupon(ctx, coupon.Coupon{Code: "A", Kind: coupon.Percent, Value: 10, Active: true}, noon)
	if err := errors.Join(err, gift); err != nil || !errors.Is(twice, catalogue.ErrProductExists) {
		s.t.Errorf("%v, %v", err, twice)
	}
	s.wantTold(
		"Anna|status|bestellung BK-2026-0001|zahlungOffen|bezahlt",
		"Anna|notiz|bestellung BK-2026-0001||",
		"Anna|produkt|produkt wolle|kategorie –, steuerklasse –, preis 0, aktiv nein|name_de geändert, kategorie wolle, steuerklasse voll, preis 4.9, aktiv ja",
		"Anna|produkt|produkt wolle|preis 4.9|name_de geändert, preis 5.9",
		"Anna|gutschein|gutschein A|art –, wert 0, aktiv nein|art prozent, wert 10, aktiv ja",
	)
	if r := s.entries()[0]; r.Session != "1a2b3c4d" || r.Request != "R1" || r.At != shop.FormatTime(noon) || r.Nr != 1 {
		s.t.Errorf("the first entry is %+v", r)
	}
}

func names(de string) map[shop.Language]string { return map[shop.Language]string{"de": de} }

func entriesTakeTurns(s *suite) {
	var all sync.WaitGroup
	for n := range 40 {
		all.Go(func() {
			if err := s.Store.Record(s.operator(), audit.Entry{Action: audit.Export, To: fmt.Sprint(n)}, audit.Entry{Action: audit.Download}); err != nil {
				s.t.Error(err)
			}
		})
	}
	all.Wait()
	if entries := s.entries(); len(entries) != 80 {
		s.t.Errorf("%d entries, want 80", len(entries))
	}
}

func customersLeaveNoEntry(s *suite) {
	// Somebody holds the log's lock, as an operator does who is just being recorded.
	hold, err := s.SQL.BeginTx(s.t.Context(), nil)
	if err != nil {
		s.t.Fatal(err)
	}
	defer hold.Rollback()
	if s.Shared {
		if _, err := hold.ExecContext(s.t.Context(), `SELECT pg_advisory_xact_lock(hashtextextended('protokoll', 0))`); err != nil {
			s.t.Fatal(err)
		}
	}
	for range 3 {
		s.place() // would run into the limit of a write
	}
	if err := hold.Rollback(); err != nil {
		s.t.Fatal(err)
	}
	s.wantTold()
}

func tamperedRows(s *suite) {
	for n := range 5 {
		if err := s.Store.Record(s.operator(), audit.Entry{Action: audit.Export, To: fmt.Sprint(n)}); err != nil {
			s.t.Fatal(err)
		}
	}
	head, err := s.Store.AuditHead(s.t.Context())
	if err != nil || head.Nr != 5 {
		s.t.Fatalf("head %v, %v", head, err)
	}
	noted := headOf(s.entries()[2])
	for _, attack := range []struct {
		how, undo string
		nr        int64
	}{
		{`UPDATE protokoll SET nach = '7' WHERE nr = 2`, `UPDATE protokoll SET nach = '1' WHERE nr = 2`, 2},
		{`UPDATE protokoll SET nr = 9 WHERE nr = 3`, `UPDATE protokoll SET nr = 3 WHERE nr = 9`, 4},
		{`UPDATE protokoll SET wer = 'Berta' WHERE nr = 5`, `UPDATE protokoll SET wer = 'Anna' WHERE nr = 5`, 5},
		{`DELETE FROM protokoll WHERE nr = 5`, ``, 0},
	} {
		if err := s.Exec(attack.how); err != nil {
			s.t.Fatal(err)
		}
		_, err := audit.Verify(s.t.Context(), s.Store, head.Hash)
		broken := (*audit.Break)(nil)
		if !errors.As(err, &broken) || broken.Nr != attack.nr {
			s.t.Errorf("%s: %v", attack.how, err)
		}
		_, err = audit.VerifySince(s.t.Context(), s.Store, noted)
		if since := attack.nr >= noted.Nr; errors.As(err, &broken) != since {
			s.t.Errorf("%s, read from row %d on: %v", attack.how, noted.Nr, err)
		}
		if attack.undo != "" {
			if err := s.Exec(attack.undo); err != nil {
				s.t.Fatal(err)
			}
		}
	}
}

func headOf(r audit.Row) audit.Head { return audit.Head{Nr: r.Nr, Hash: r.Hash} }

func cutLog(s *suite) {
	day := func(year int) context.Context {
		return audit.With(s.t.Context(), audit.By{At: time.Date(year, 5, 1, 0, 0, 0, 0, time.UTC)})
	}
	for year := 2022; year < 2027; year++ {
		if err := s.Store.Record(day(year), audit.Entry{Action: audit.Export}); err != nil {
			s.t.Fatal(err)
		}
	}
	before := s.entries()
	for range 2 { // the second time there is nothing left to cut
		if err := s.Store.CutAudit(audit.Command(s.t.Context(), audit.Program, noon), time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)); err != nil {
			s.t.Fatal(err)
		}
	}
	after := s.entries()
	for _, head := range []int{1, 4} { // the newest one that was cut off, and one that stays
		if _, err := audit.VerifySince(s.t.Context(), s.Store, headOf(before[head])); err != nil {
			s.t.Error(err)
		}
	}
	if len(after) != 4 || after[0].Nr != 3 || after[3].Action != audit.Cut || after[3].Who != audit.Program {
		s.t.Errorf("after the cut: %+v", after)
	}
	for _, known := range []string{before[1].Hash, before[4].Hash} {
		if proof, err := audit.Verify(s.t.Context(), s.Store, known); err != nil || proof.Cut.Nr != 2 {
			s.t.Errorf("%+v, %v", proof, err)
		}
	}
	if err := s.Exec(`DELETE FROM protokoll WHERE nr = 3`); err != nil {
		s.t.Fatal(err)
	}
	if _, err := audit.Verify(s.t.Context(), s.Store, ""); err == nil {
		s.t.Error("a row that nobody cut is missing, and nothing says so")
	}
}

func listedEntries(s *suite) {
	for n := range 5 {
		e := audit.Entry{Action: audit.Export, Subject: audit.Subject(audit.KindOrder, fmt.Sprint(n%2))}
		if n == 4 {
			e.Action = audit.Mail
		}
		if err := s.Store.Record(s.operator(), e); err != nil {
			s.t.Fatal(err)
		}
	}
	for _, test := range []struct {
		filter audit.Filter
		want   []int64
		next   int64
	}{
		{audit.Filter{Limit: 2}, []int64{5, 4}, 4},
		{audit.Filter{Limit: 2, Before: 2}, []int64{1}, 0},
		{audit.Filter{Limit: 9, Action: audit.Mail}, []int64{5}, 0},
		{audit.Filter{Limit: 2, Subject: "bestellung 0", Action: audit.Export}, []int64{3, 1}, 0},
		{audit.Filter{Limit: 2, Subject: "bestellung 7"}, nil, 0},
	} {
		page, err := s.Store.Entries(s.t.Context(), test.filter)
		var got []int64
		for _, r := range page.Rows {
			got = append(got, r.Nr)
		}
		if err != nil || !slices.Equal(got, test.want) || page.Next != test.next {
			s.t.Errorf("%+v: %v, next %d, %v", test.filter, got, page.Next, err)
		}
	}
}

func changedSettings(s *suite) {
	key := []byte("a key that is not in the database")
	start := func(price, code, more string) {
		s.t.Helper()
		if err := s.Store.RecordSettings(audit.Command(s.t.Context(), audit.Program, noon), []audit.Set{
			{Name: "VERSAND_DE", Value: price}, {Name: "CODE", Value: code, Secret: true, Key: key}, {Name: "MEHR", Value: more},
		}); err != nil {
			s.t.Fatal(err)
		}
	}
	start("4,90/49", "marker-alt", "")
	s.wantTold()
	start("4,90/49", "marker-alt", "")
	s.wantTold()
	start("5,90/49", "marker-neu", "an")
	want := []string{
		"Shop|einstellung|einstellung VERSAND_DE|4,90/49|5,90/49",
		"Shop|einstellung|einstellung CODE|(geheim)|(geheim)",
		"Shop|einstellung|einstellung MEHR||an",
	}
	s.wantTold(want...)
	start("5,90/49", "marker-neu", "an")
	s.wantTold(want...)
	var kept string
	s.scan(`SELECT wert FROM einstellungen WHERE name = 'CODE'`, nil, &kept)
	if strings.Contains(kept, "marker") || kept == "" {
		s.t.Errorf("of a secret is kept %q", kept)
	}
}
