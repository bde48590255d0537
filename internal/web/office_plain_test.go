package web_test

import (
	"cmp"
	"database/sql"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kontor/tests/shoptest"
)

// plain queries the shop's database without the program's code.
type plain struct{ *sql.DB }

func plainly(t *testing.T, s *shoptest.Shop) plain {
	t.Helper()
	driver, source := "sqlite", "file:"+s.Data.Dir+"/kontor.db?_pragma=busy_timeout(10000)" // the shop writes by itself, too
	if s.Data.URL != "" {
		driver, source = "pgx", s.Data.URL
	}
	db, err := sql.Open(driver, source)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return plain{db}
}

// failing is the common part of tests and properties.
type failing interface {
	Helper()
	Fatalf(format string, args ...any)
}

// rowsOf reads the rows of a query, each as read makes it.
func rowsOf[T any](t failing, p plain, query string, args []any, read func(*sql.Rows) (T, error)) (found []T) {
	t.Helper()
	rows, err := p.Query(query, args...)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	for rows.Next() {
		row, err := read(rows)
		if err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		found = append(found, row)
	}
	if err := rows.Err(); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return found
}

// berlin is loaded here and not taken from the program.
var berlin = must(time.LoadLocation("Europe/Berlin"))

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// plainSpan returns the instants between which the days of a URL lie, in the database's
// format.
func plainSpan(address url.Values) []any {
	instant := func(day string, later int, none string) any {
		at, err := time.ParseInLocation(time.DateOnly, day, berlin)
		if err != nil {
			return none
		}
		return at.AddDate(0, 0, later).UTC().Format("2006-01-02T15:04:05.000Z")
	}
	return []any{instant(address.Get("von"), 0, "0000"), instant(address.Get("bis"), 1, "9999")}
}

// plainIDs returns the orders that a URL of the list selects, newest first.
func (p plain) plainIDs(t failing, address url.Values) []int64 {
	t.Helper()
	where, args := []string{"created_at >= $1", "created_at < $2"}, plainSpan(address)
	add := func(condition string, arg any) {
		args = append(args, arg)
		where = append(where, fmt.Sprint(condition, "$", len(args)))
	}
	for name, condition := range map[string]string{
		"status": "status = ", "land": "land = ", "zahlungsart": "zahlungsart = ", "q": "lower(kunde_name) LIKE ",
		"gutschein": "gutschein_code = ", "hinweis": "hinweise LIKE ", "betrag_von": "summe_cent >= ", "betrag_bis": "summe_cent <= ",
	} {
		value := address.Get(name)
		switch {
		case value == "":
		case name == "q":
			add(condition, value+" %") // the first of the names
		case name == "hinweis" && value == "ja":
			add(condition, "%art%")
		case name == "hinweis":
			add(condition, `%"art":"`+value+`"%`)
		case strings.HasPrefix(name, "betrag_"):
			add(condition, int64(math.Round(100*must(strconv.ParseFloat(strings.Replace(value, ",", ".", 1), 64)))))
		default:
			add(condition, value)
		}
	}
	return rowsOf(t, p, `SELECT id FROM orders WHERE `+strings.Join(where, " AND ")+` ORDER BY id DESC`, args,
		func(rows *sql.Rows) (id int64, err error) { return id, rows.Scan(&id) })
}

// plainCounts returns how many orders there are in each state, and in all.
func (p plain) plainCounts(t failing) map[string]int {
	t.Helper()
	counts := map[string]int{"alle": 0, "bezahlt": 0, "zahlungOffen": 0, "storniert": 0}
	rowsOf(t, p, `SELECT status, count(*) FROM orders GROUP BY status`, nil, func(rows *sql.Rows) (n int, err error) {
		var status string
		err = rows.Scan(&status, &n)
		counts[status] = n
		counts["alle"] += n
		return n, err
	})
	return counts
}

// plainTally is a number of orders and their total in cents.
type plainTally struct {
	Key   string
	N     int64
	Cents int64
	Kept  int64 // of paid orders
}

// plainKept is what was kept of the order "o", in cents.
const plainKept = `o.summe_cent - (SELECT coalesce(sum(z.extern_erstattet_cent), 0) FROM zahlungsvorgaenge z WHERE z.order_id = o.id)
	- (SELECT coalesce(sum(e.betrag_cent), 0) FROM erstattungen e, zahlungsvorgaenge z
		WHERE e.vorgang = z.id AND z.order_id = o.id AND e.zustand <> 'gescheitert')`

// plainFigures is the expected figures of a span, amounts in cents.
type plainFigures struct {
	Paid, Open, Cancelled             plainTally
	Average                           int64
	Oldest                            string // open order; empty: none
	Days, Countries, Methods, Coupons []plainTally
	Products                          []plainTally
}

// plainFigures computes the figures of the orders of an address's days.
func (p plain) plainFigures(t failing, address url.Values) (f plainFigures) {
	t.Helper()
	span := plainSpan(address)
	tallies := func(query string, args ...any) []plainTally {
		return rowsOf(t, p, query, append(slices.Clone(span), args...), func(rows *sql.Rows) (row plainTally, err error) {
			return row, rows.Scan(&row.Key, &row.N, &row.Cents, &row.Kept)
		})
	}
	const of = ` FROM orders o WHERE o.created_at >= $1 AND o.created_at < $2 `
	for status, into := range map[string]*plainTally{"bezahlt": &f.Paid, "zahlungOffen": &f.Open, "storniert": &f.Cancelled} {
		*into = tallies(`SELECT '', count(*), CAST(coalesce(sum(o.summe_cent), 0) AS BIGINT), CAST(coalesce(sum(`+plainKept+`), 0) AS BIGINT)`+
			of+`AND o.status = $3`, status)[0]
	}
	f.Open.Kept, f.Cancelled.Kept = 0, 0
	if f.Paid.N > 0 {
		f.Average = int64(math.Floor(float64(f.Paid.Cents)/float64(f.Paid.N) + 0.5))
	}
	if open := tallies(`SELECT o.created_at, 0, 0, 0` + of + `AND o.status = 'zahlungOffen' ORDER BY o.created_at LIMIT 1`); len(open) > 0 {
		f.Oldest = open[0].Key
	}
	paid := of + `AND o.status = 'bezahlt' `
	f.Days = byDay(tallies(`SELECT o.created_at, 1, o.summe_cent, ` + plainKept + paid))
	f.Countries = byKey(tallies(`SELECT o.land, count(*), CAST(sum(o.summe_cent) AS BIGINT), CAST(sum(` + plainKept + `) AS BIGINT)` + paid + `GROUP BY o.land`))
	f.Methods = byKey(tallies(`SELECT CASE WHEN o.zahlungsart IN ('paypal', 'ueberweisung') THEN o.zahlungsart ELSE 'sonstige' END,
		count(*), CAST(sum(o.summe_cent) AS BIGINT), CAST(sum(` + plainKept + `) AS BIGINT)` + paid + `GROUP BY 1`))
	f.Coupons = byKey(tallies(`SELECT o.gutschein_code, count(*), CAST(sum(o.summe_cent) AS BIGINT), CAST(sum(` + plainKept + `) AS BIGINT)` + paid +
		`AND o.gutschein_code IS NOT NULL GROUP BY o.gutschein_code`))
	f.Products = tallies(`SELECT i.produkt_slug, CAST(sum(i.menge) AS BIGINT), 0, 0 FROM order_items i JOIN orders o ON o.id = i.order_id
		WHERE o.created_at >= $1 AND o.created_at < $2 AND o.status = 'bezahlt' AND i.gratis = 0 GROUP BY i.produkt_slug`)
	slices.SortFunc(f.Products, func(a, b plainTally) int { return cmp.Or(cmp.Compare(b.N, a.N), strings.Compare(a.Key, b.Key)) })
	f.Products = f.Products[:min(len(f.Products), 20)]
	return f
}

// byDay adds up what falls on the same day in Berlin.
func byDay(orders []plainTally) []plainTally {
	days := make(map[string]plainTally)
	for _, o := range orders {
		at := must(time.Parse(time.RFC3339, o.Key))
		day := at.In(berlin).Format(time.DateOnly)
		days[day] = plainTally{day, days[day].N + 1, days[day].Cents + o.Cents, days[day].Kept + o.Kept}
	}
	var all []plainTally
	for _, day := range days {
		all = append(all, day)
	}
	return byKey(all)
}

func byKey(rows []plainTally) []plainTally {
	slices.SortFunc(rows, func(a, b plainTally) int { return strings.Compare(a.Key, b.Key) })
	return rows
}
