package web_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
	"kontor/tests/shoptest"
)

func TestH45_Search(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	admin := s.Operator()
	guest, garn := s.Visitor(), shoptest.Items(shoptest.Item("garn-rot", 2, 3.5))
	guest.PostOrder(shoptest.Order(garn, shoptest.Set("kunde.name", "Jürgen MÜLLER"), shoptest.Email("j.mueller@web-laden.example"))).Want(201) // 1
	guest.PostOrder(shoptest.Order(garn, shoptest.Set("kunde.name", "Mu\u0308ller, Eva"))).Want(201)                                            // 2, decomposed
	guest.PostOrder(shoptest.Order(garn, shoptest.Set("kunde.name", "Muller"), shoptest.Set("artikel.name", "Häkelnadel 4 mm"))).Want(201)      // 3
	for range 39 {
		s.Import(order.Order{Customer: order.Person{Name: "Irgendwer", Email: "x@y.example"}, Country: "ch",
			Status: order.StatusPaid, CreatedAt: s.Clock.Now(), UpdatedAt: s.Clock.Now(), Language: "de"})
	} // 4 to 42
	for query, want := range map[string][]int64{
		"müller": {2, 1}, "MÜLLER": {2, 1}, "mÜl": {2, 1}, "mu\u0308ller": {2, 1}, "muller": {3},
		"BK-2026-0042": {42}, "42": {42}, "0042": {42}, "2026": {}, "202": {}, "bk-2026-0001 jürgen": {1},
		"mueller": {1}, "web-laden": {1}, "laden.example": {1}, "j.mueller@web-laden.example": {1},
		"häkel": {3}, "HÄKELNADEL": {3}, "nadel": {}, "garn rot": {3, 2, 1},
		"jürgen eva": {}, "xyz": {}, "müller xyz": {}, "%": {}, "***": {}, "😀": {}, "☺ müller": {2, 1},
		"Anna-Maria von der Au anna-maria.von-der-au@web-laden.example.org": {},
	} {
		if got := listIDs(admin, "q", query); !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", query, got, want)
		}
	}
}

func TestListFilters(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	admin := s.Operator()
	at := func(day, hour int) time.Time { return time.Date(2026, 7, day, hour, 30, 0, 0, time.UTC) }
	o := func(country shop.Country, status order.Status, method string, created time.Time, hints ...order.Hint) order.Order {
		return order.Order{Country: country, Status: status, PaymentMethod: method, CreatedAt: created, UpdatedAt: created,
			Customer: order.Person{Name: "Max", Email: "a@b.example"}, Language: "de", Hints: hints}
	}
	s.Import(
		o("de", "bezahlt", "paypal", at(1, 21)),            // 1: still 1 July in Berlin
		o("at", "zahlungOffen", "ueberweisung", at(1, 22)), // 2: 2 July in Berlin
		o("ch", "storniert", "ueberweisung", at(2, 12), order.Hint{Kind: order.HintPrice, Text: "x"}),
		o("lu", "bezahlt", "Rechnung", at(3, 12), order.Hint{Kind: order.HintTotal, Text: "y"}, order.Hint{Kind: order.HintAlias, Text: "z"}),
	)
	for _, c := range []struct {
		parameters []string
		want       []int64
	}{
		{nil, []int64{4, 3, 2, 1}},
		{[]string{"status", "bezahlt"}, []int64{4, 1}},
		{[]string{"status", "zahlungOffen"}, []int64{2}},
		{[]string{"land", "ch"}, []int64{3}},
		{[]string{"land", "CH"}, []int64{3}},
		{[]string{"zahlungsart", "ueberweisung"}, []int64{3, 2}},
		{[]string{"zahlungsart", "Rechnung"}, []int64{4}},
		{[]string{"zahlungsart", "rechnung"}, []int64{}},
		{[]string{"bis", "2026-07-01"}, []int64{1}},
		{[]string{"von", "2026-07-02"}, []int64{4, 3, 2}},
		{[]string{"von", "2026-07-02", "bis", "2026-07-02"}, []int64{3, 2}},
		{[]string{"von", "0001-01-01", "bis", "9999-12-31"}, []int64{4, 3, 2, 1}},
		{[]string{"hinweis", "ja"}, []int64{4, 3}},
		{[]string{"hinweis", "alias"}, []int64{4}},
		{[]string{"hinweis", "dublette"}, []int64{}},
		{[]string{"q", "max", "status", "bezahlt", "land", "lu", "von", "2026-07-01"}, []int64{4}},
	} {
		if got := listIDs(admin, c.parameters...); !slices.Equal(got, c.want) {
			t.Errorf("%q finds %v, want %v", c.parameters, got, c.want)
		}
	}
	if counts := listOrders(admin, "status=storniert").Anzahl; counts["alle"] != 4 || counts["bezahlt"] != 2 || counts["storniert"] != 1 {
		t.Errorf("counts %v follow the filter", counts)
	}
}

// TestH45_PagingIsStable: orders that arrive while somebody pages through the list
// neither hide nor repeat one.
func TestH45_PagingIsStable(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	admin := s.Operator()
	s.Import(slices.Repeat([]order.Order{{Customer: order.Person{Name: "Max", Email: "a@b.example"}, Country: "de",
		Status: order.StatusPaid, CreatedAt: s.Clock.Now(), UpdatedAt: s.Clock.Now(), Language: "de"}}, 25)...)

	var seen []int64
	path := ordersPath + "?q=max&limit=7"
	for path != "" {
		a := admin.Get(path).Want(200)
		var p page
		a.Into(&p)
		for _, o := range p.Orders {
			seen = append(seen, o.ID)
		}
		path = nextIn(a)
		if (path == "") != (p.Weiter == nil) {
			t.Fatalf("Link %q, weiter %v", a.Header.Get("Link"), p.Weiter)
		}
		s.Visitor().PostOrder(shoptest.Order()).Want(201)
	}
	if len(seen) != 25 || seen[0] != 25 || seen[24] != 1 || !slices.IsSortedFunc(seen, func(a, b int64) int { return int(b - a) }) {
		t.Errorf("pages showed %v", seen)
	}
}

// nextIn returns the next page's URL from the Link header.
func nextIn(a shoptest.Answer) string {
	path, ok := strings.CutSuffix(a.Header.Get("Link"), `>; rel="next"`)
	if !ok {
		return ""
	}
	return strings.TrimPrefix(path, "<")
}

func TestS36_PageSize(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	admin := s.Operator()
	s.Import(slices.Repeat([]order.Order{{Customer: order.Person{Name: "Max", Email: "a@b.example"}, Country: "de",
		Status: order.StatusPaid, CreatedAt: s.Clock.Now(), UpdatedAt: s.Clock.Now(), Language: "de"}}, 201)...)
	for query, want := range map[string]int{"": 50, "limit=1": 1, "limit=200": 200, "limit=201": 200, "limit=1000000000": 200} {
		if p := listOrders(admin, query); len(p.Orders) != want || p.Weiter == nil {
			t.Errorf("%q: %d orders, weiter %v; want %d and more", query, len(p.Orders), p.Weiter, want)
		}
	}
	for _, limit := range []string{"1e9", "0", "-1", "viele"} {
		admin.Get(ordersPath+"?limit="+limit).WantError(400, "Ungültiger Filter: limit.")
	}
	admin.Get(ordersPath+"?cursor=abc").WantError(400, "Ungültige Seitenangabe.")
	if p := listOrders(admin, "cursor=1"); len(p.Orders) != 0 || p.Weiter != nil {
		t.Errorf("behind the last page: %+v", p)
	}
}

// TestS5_Injection: SQL in any place is at most text, and never causes a server error.
func TestS5_Injection(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	admin := s.Operator()
	s.Visitor().PostOrder(shoptest.Order(shoptest.Items(shoptest.Item("garn-rot", 2, 3.5)),
		shoptest.Set("kunde", shoptest.Body{"name": "Max Muster", "email": "max@example.de"}))).Want(201)
	for _, attack := range []string{
		`'); DROP TABLE orders;--`, `%' OR '1'='1`, `" OR ""="`, `1 OR 1=1`, `\`, `*`, `"`, `NEAR(a b)`, `name:x`,
		`max* OR garn`, `-max`, `{max garn}`, `^max`, "max\x00", "max\xff",
	} {
		for _, parameter := range []string{"status", "q", "land", "zahlungsart", "von", "bis", "hinweis", "betrag_von", "betrag_bis", "gutschein", "limit", "cursor", "sort"} {
			for _, path := range []string{ordersPath, ordersPath + ".csv", figuresPath} {
				a := admin.Get(path + "?" + url.Values{parameter: {attack}}.Encode())
				if a.Status != 200 && a.Status != 400 {
					t.Errorf("%s?%s=%q: %d %s", path, parameter, attack, a.Status, a.Text())
				}
			}
		}
		in := url.PathEscape(attack)
		for path, body := range map[string]string{
			ordersPath + "/" + in:   `{"status":"bezahlt"}`,
			couponsPath + "/" + in:  `{"aktiv":false}`,
			productsPath + "/" + in: `{"aktiv":false}`,
		} {
			if a := admin.Patch(path, body); a.Status != 404 {
				t.Errorf("PATCH %s: %d %s", path, a.Status, a.Text())
			}
			if a := admin.Delete(path); a.Status != 404 && a.Status != 405 {
				t.Errorf("DELETE %s: %d %s", path, a.Status, a.Text())
			}
		}
		admin.Patch(ordersPath+"/1", shoptest.Body{"notiz": attack}).Want(200)
	}
	if orders := s.Orders(); len(orders) != 1 || orders[0].Status != order.StatusPaymentOpen {
		t.Errorf("stored %+v", orders)
	}
	if got := listIDs(admin, "q", `%' OR '1'='1`); len(got) != 0 {
		t.Errorf("finds %v", got)
	}
	if got := listIDs(admin, "zahlungsart", `x' OR '1'='1`); len(got) != 0 {
		t.Errorf("finds %v", got)
	}
}
