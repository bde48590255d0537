package web_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"kontor/internal/mail"
	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop/audit"
	"kontor/internal/shop/message"
	"kontor/internal/shop/payment"
	"kontor/internal/web"
	"kontor/tests/mailtest"
	"kontor/tests/shoptest"
)

// withoutEntry are the routes of the administration that change nothing and disclose
// nothing in bulk although they are no GET, with the reason.
var withoutEntry = map[string]string{
	"POST /api/verwaltung/gutscheinpruefung": "it stores nothing; a body keeps the address out of URLs",
}

// witness is a shop whose audit log a test follows.
type witness struct {
	*till
	provider *mailtest.Resend
	operator *shoptest.Client
	seen     int64 // number of the newest entry so far
	routes   map[string]bool
}

func startWitness(t *testing.T) *witness {
	t.Helper()
	provider := mailtest.StartResend(t, "re_123")
	p := startTill(t, shoptest.Mail(mail.Options{ResendKey: "re_123", ResendURL: provider.URL()}))
	return &witness{p, provider, p.Operator(), 1, make(map[string]bool)} // the first is the sign-in
}

// act makes a request that must leave one entry, of the action and about the subject.
func (w *witness) act(route, path string, body any, status int, action audit.Action, subject string, headers ...string) {
	w.t.Helper()
	method, pattern, _ := strings.Cut(route, " ")
	id := fmt.Sprintf("act-%d", len(w.routes))
	w.routes[method+" /api/verwaltung/"+pattern] = true
	w.operator.Do(method, adminAPI+path, body, append(headers, "X-Request-Id: "+id)...).Want(status)
	found := w.since()
	if len(found) != 1 || found[0].Action != action || found[0].Subject != subject || found[0].Request != id || found[0].Session == "" || found[0].Who != "Anna" {
		w.t.Errorf("%s leaves %+v, want one entry %s about %q", route, found, action, subject)
	}
}

// since returns the entries that are new.
func (w *witness) since() (found []audit.Row) {
	w.t.Helper()
	if err := w.DB.EachEntry(w.t.Context(), 0, func(r audit.Row) error {
		if r.Nr > w.seen {
			found = append(found, r)
		}
		return nil
	}); err != nil {
		w.t.Fatal(err)
	}
	w.seen += int64(len(found))
	return found
}

// W27: every route by which operators change something, or take much away, leaves exactly
// one entry, chained to the one before. A new route without one fails here. W32: nothing
// of all that has a word that a customer entered, or an operator about one.
func TestW27_W32_EveryOperatorRouteLeavesAnEntry(t *testing.T) {
	t.Parallel()
	w := startWitness(t)
	w.operator.Post(adminAPI+"sitzungen/name", shoptest.Body{"name": "Anna"}).Want(http.StatusOK)
	w.routes["POST "+adminAPI+"sitzungen/name"] = len(w.since()) == 1
	w.catalogue()
	w.ordersAndMails()
	w.refunds()
	w.receipts()
	w.endings()
	for _, line := range w.Web.RouteLines() {
		route := line.Method + " " + line.Pattern
		reason, excepted := withoutEntry[route]
		switch {
		case !line.Admin || w.routes[route]:
		case line.Method != http.MethodGet && (!excepted || reason == ""):
			t.Errorf("%s: no request of this test leaves an entry", route)
		case line.Method == http.MethodGet:
			w.wantNoDownload(line.Path)
		}
	}
	if _, err := audit.Verify(t.Context(), w.DB, ""); err != nil {
		t.Error(err)
	}
	w.wantNothingPrivate("Erika", "Mustermann", "erika@", "Heidestraße", "51147", "Otto", "Miete", "Abel", "rief an", "ATU12345678")
}

// wantNothingPrivate checks the audit log, the metrics and the program's log.
func (w *witness) wantNothingPrivate(markers ...string) {
	w.t.Helper()
	w.seen = 0
	families, err := w.Metrics.Gather()
	if err != nil {
		w.t.Fatal(err)
	}
	var names []string // without the values, whose digits may be those of a marker
	for _, family := range families {
		names = append(names, family.GetName(), family.GetHelp())
		for _, metric := range family.GetMetric() {
			names = append(names, fmt.Sprint(metric.GetLabel()))
		}
	}
	for where, text := range map[string]string{"the audit log": fmt.Sprint(w.since()), "the metrics": strings.Join(names, "\n")} {
		for _, marker := range markers {
			if strings.Contains(text, marker) {
				w.t.Errorf("%s has %q", where, marker)
			}
		}
	}
	w.WantNotLogged(markers...)
}

// wantNoDownload checks that a route without an entry gives nothing to keep.
func (w *witness) wantNoDownload(path string) {
	w.t.Helper()
	if kept := w.operator.DoUnchecked("GET", path, nil, http.Header{}).Header.Get("Content-Disposition"); kept != "" {
		w.t.Errorf("%s is a download (%s) without an entry", path, kept)
	}
	if found := w.since(); len(found) != 0 {
		w.t.Errorf("reading %s leaves %+v", path, found)
	}
}

func (w *witness) catalogue() {
	wool := shoptest.Body{"slug": "a", "name_de": "Wolle", "name_en": "Wool", "name_fr": "Laine", "name_it": "Lana", "kategorie_slug": "wolle", "preis": 4.9}
	w.act("POST produkte", "produkte", wool, 201, audit.Product, "produkt a")
	w.act("PATCH produkte/{slug}", "produkte/a", shoptest.Body{"preis": 5.9}, 200, audit.Product, "produkt a")
	w.act("PATCH produkte", "produkte", shoptest.Body{"slugs": []string{"a"}, "preis_prozent": 10}, 200, audit.Product, "produkt a")
	for path, kind := range map[string]string{"kategorien": "kategorie", "hersteller": "hersteller", "produktgruppen": "produktgruppe"} {
		entry, change := shoptest.Body{"slug": "b", "name_de": "B"}, shoptest.Body{"name_de": "C"}
		if path == "hersteller" {
			entry, change = shoptest.Body{"slug": "b", "name": "B"}, shoptest.Body{"name": "C"}
		}
		w.act("POST "+path, path, entry, 201, audit.Product, kind+" b")
		w.act("PATCH "+path+"/{slug}", path+"/b", change, 200, audit.Product, kind+" b")
		w.act("DELETE "+path+"/{slug}", path+"/b", nil, 200, audit.Product, kind+" b")
	}
	w.act("POST produkte/{slug}/bild", "produkte/a/bild", photoFile(w.t, 60), 200, audit.Photo, "produkt a", fileType)
	w.act("POST produkte/{slug}/bilder", "produkte/a/bilder", photoFile(w.t, 70), 201, audit.Photo, "produkt a", fileType)
	w.act("PATCH produkte/{slug}/bilder/{position}", "produkte/a/bilder/2", shoptest.Body{"position": 1}, 200, audit.Photo, "produkt a")
	w.act("DELETE produkte/{slug}/bilder/{position}", "produkte/a/bilder/2", nil, 200, audit.Photo, "produkt a")
	w.act("DELETE produkte/{slug}/bild", "produkte/a/bild", nil, 200, audit.Photo, "produkt a")
	w.act("POST produkte/{slug}/bestand", "produkte/a/bestand", shoptest.Body{"aenderung": 3}, 200, audit.Stock, "produkt a")
	w.act("GET produkte.csv", "produkte.csv", nil, 200, audit.Export, "")
	w.act("POST produkte/import", "produkte/import", "slug;preis\na;6,90\n", 200, audit.Product, "produkt a", fileType)
	w.act("DELETE beispieldaten", "beispieldaten", nil, 200, audit.Demo, "")
	w.act("DELETE produkte/{slug}", "produkte/a", nil, 200, audit.Product, "produkt a")
	w.act("POST gutscheine", "gutscheine", shoptest.Body{"code": "A", "art": "prozent", "wert": 10}, 201, audit.Coupon, "gutschein A")
	w.act("PATCH gutscheine/{code}", "gutscheine/A", shoptest.Body{"aktiv": false}, 200, audit.Coupon, "gutschein A")
	w.act("DELETE gutscheine/{code}", "gutscheine/A", nil, 200, audit.Coupon, "gutschein A")
}

func (w *witness) ordersAndMails() {
	w.lost()
	w.customer.PostOrder(shoptest.Order()).Want(http.StatusCreated)
	w.provider.SetFault(mailtest.Reject)
	w.customer.PostOrder(shoptest.Order(shoptest.Set("kunde.ustId", "ATU12345678"))).Want(http.StatusCreated)
	w.provider.SetFault(mailtest.None)
	const second, third = "bestellung BK-2026-0002", "bestellung BK-2026-0003"
	w.act("POST orders/{id}/doppelt/{andere}/verneinen", "orders/3/doppelt/1/verneinen", nil, 200, audit.Twin, third)
	w.act("POST orders/{id}/doppelt/zuruecknehmen", "orders/2/doppelt/zuruecknehmen", nil, 200, audit.Status, second)
	w.act("PUT orders/{id}/vies", "orders/3/vies", shoptest.Body{"am": "2026-11-20", "gueltig": true}, 200, audit.VIES, third)
	w.act("PATCH orders/{id}", "orders/3", shoptest.Body{"status": "bezahlt"}, 200, audit.Status, third)
	w.act("PATCH orders/{id}", "orders/3", shoptest.Body{"notiz": "Heidestraße 5, hinten"}, 200, audit.Note, third)
	w.act("POST orders/{id}/rechnungen", "orders/3/rechnungen", shoptest.Body{"art": "rechnung"}, 201, audit.Invoice, third)
	w.act("GET orders/{id}/rechnung.pdf", "orders/3/rechnung.pdf", nil, 200, audit.Download, third)
	w.act("GET orders/{id}/rechnungen/{nummer}", "orders/3/rechnungen/RE-2026-00001", nil, 200, audit.Download, third)
	w.operator.Patch(ordersPath+"/3", shoptest.Body{"status": "storniert"}).Want(http.StatusOK)
	w.since()
	w.act("POST orders/{id}/rechnungen/verwerfen", "orders/3/rechnungen/verwerfen",
		shoptest.Body{"anlass": "storno RE-2026-00001", "grund": "Erika hat sie nie bekommen"}, 200, audit.Invoice, third)
	w.operator.Patch(ordersPath+"/3", shoptest.Body{"status": "bezahlt"}).Want(http.StatusOK)
	w.since()
	w.act("GET orders.csv", "orders.csv?q=Erika", nil, 200, audit.Export, "")
	w.act("GET orders.xlsx", "orders.xlsx?ids=1,3", nil, 200, audit.Export, "")
	w.act("POST orders/{id}/mails", "orders/3/mails", shoptest.Body{"art": "kunde_bezahlt"}, 201, audit.Mail, third)
	var failed mailPage
	w.operator.Get(mailsPath + "?zustand=gescheitert&bestellung=3").Want(http.StatusOK).Into(&failed)
	w.act("POST mails/{id}/senden", fmt.Sprintf("mails/%d/senden", failed.Mails[0].ID), nil, 200, audit.Mail, third)
	w.act("POST mails/{id}/verwerfen", fmt.Sprintf("mails/%d/verwerfen", failed.Mails[1].ID), nil, 200, audit.Mail, third)
	w.parcels(third)
}

func (w *witness) refunds() {
	const paid = "bestellung BK-2026-0001"
	for range 2 {
		w.PayPal.PlanRefund(paypalsim.Plan{Issue: payment.PayPalIssueInsufficientFunds})
	}
	w.act("POST zahlungen/{id}/erstattungen", "zahlungen/1/erstattungen", shoptest.Body{"betrag": 1, "notiz": "Erika rief an"}, 422, audit.Refund, paid)
	w.act("POST zahlungen/{id}/erstattungen/{erstattung}/erneut", "zahlungen/1/erstattungen/1/erneut", nil, 422, audit.Refund, paid)
	w.act("POST zahlungen/{id}/erstattungen/{erstattung}/erledigen", "zahlungen/1/erstattungen/1/erledigen", nil, 200, audit.Refund, paid)
	w.act("POST zahlungen/{id}/pruefen", "zahlungen/1/pruefen", nil, 200, audit.Payment, "zahlung 1")
	w.foreignMoney(990)
	w.act("POST zahlungen/{id}/erledigen", "zahlungen/2/erledigen", shoptest.Body{"notiz": "Frau Abel"}, 200, audit.Payment, "zahlung 2")
}

func (w *witness) receipts() {
	w.customer.PostOrder(shoptest.Order()).Want(http.StatusCreated)
	file := statement("20.11.2026;Erika;BK-2026-0004;22,20", "20.11.2026;Otto;Miete;5,00")
	w.act("POST kontoauszuege", "kontoauszuege", file, 200, audit.Statement, "", fileType)
	const paid = "bestellung BK-2026-0004"
	w.act("POST zahlungseingaenge/{id}/buchen", "zahlungseingaenge/1/buchen", shoptest.Body{"bestellung": 4}, 200, audit.Receipt, paid)
	w.act("POST zahlungseingaenge/{id}/zuruecknehmen", "zahlungseingaenge/1/zuruecknehmen", shoptest.Body{}, 200, audit.Receipt, paid)
	w.act("POST zahlungseingaenge/{id}/erledigen", "zahlungseingaenge/2/erledigen", shoptest.Body{"notiz": "Otto"}, 200, audit.Receipt, "eingang 2")
	w.act("POST steuer/fernverkauf", "steuer/fernverkauf", shoptest.Body{"jahr": 2026, "betrag": 12.5}, 200, audit.Elsewhere, "jahr 2026")
}

// endings ends sessions, and follows the sign-ins between.
func (w *witness) endings() {
	for _, end := range []struct{ route, path string }{
		{"POST sitzungen/beenden", "sitzungen/beenden"}, {"POST sitzungen/{id}/beenden", "sitzungen/%s/beenden"},
	} {
		w.Operator()
		in := w.since()
		if len(in) != 1 || in[0].Action != audit.SignIn || in[0].Session == "" || in[0].Who != audit.Anonymous {
			w.t.Fatalf("a sign-in leaves %+v", in)
		}
		path := strings.Replace(end.path, "%s", in[0].Session, 1)
		w.act(end.route, path, nil, 200, audit.Ended, "sitzung "+in[0].Session)
	}
	other := w.Operator()
	w.since()
	other.Form("/api/zugang/verwaltung/abmelden", url.Values{}).Want(http.StatusSeeOther)
	if out := w.since(); len(out) != 1 || out[0].Action != audit.Ended || out[0].Subject != "sitzung "+out[0].Session {
		w.t.Errorf("a sign-out leaves %+v", out)
	}
}

// W27: what was refused, and what customers do, leaves no entry; wrong codes are in the
// log of the program.
func TestW27_OnlyWhatWasDoneIsRecorded(t *testing.T) {
	t.Parallel()
	w := startWitness(t)
	w.customer.PostOrder(shoptest.Order()).Want(http.StatusCreated)
	w.customer.Capture(w.approved()).Want(http.StatusCreated)
	w.operator.PostOrder(shoptest.Order()).Want(http.StatusCreated)
	w.operator.Patch(ordersPath+"/1", shoptest.Body{"status": "versandt"}).Want(http.StatusBadRequest)
	w.operator.Patch(ordersPath+"/99", shoptest.Body{"status": "bezahlt"}).Want(http.StatusNotFound)
	w.operator.Get(adminAPI + "orders.csv?land=xx").Want(http.StatusBadRequest)
	w.operator.Post(adminAPI+"sitzungen/0badc0de/beenden", nil).WantError(http.StatusNotFound, "Sitzung nicht gefunden. Vielleicht ist sie schon beendet.")
	w.Anonymous().Post("/api/zugang/verwaltung", shoptest.Body{"code": "falsch"}).Want(http.StatusUnauthorized)
	w.Anonymous().Patch(ordersPath+"/1", shoptest.Body{"status": "bezahlt"}).Want(http.StatusUnauthorized)
	if found := w.since(); len(found) != 0 {
		t.Errorf("the log has %+v", found)
	}
}

var errNoLog = errors.New("the log takes nothing")

// brokenLog is an audit log that stores nothing.
type brokenLog struct{ audit.Store }

func (brokenLog) Record(context.Context, ...audit.Entry) error { return errNoLog }

func (brokenLog) BeginOperatorSession(context.Context, audit.By, audit.Session, ...message.Message) error {
	return errNoLog
}

// W27: no download leaves the shop without its entry, while the right code opens the
// administration in any case; that session is recorded with its first use that can be.
func TestW27_DownloadsNeedTheLogAndSignInsDoNot(t *testing.T) {
	t.Parallel()
	w := shoptest.Start(t, shoptest.Public(), shoptest.Web(func(o *web.Options) {
		o.Shop.Audit = audit.New(brokenLog{o.Gates.(audit.Store)}, nil, o.Now)
	}))
	operator := w.Operator()
	operator.PostOrder(shoptest.Order()).Want(http.StatusCreated)
	operator.Patch(ordersPath+"/1", shoptest.Body{"status": "bezahlt"}).Want(http.StatusOK)
	operator.Post(ordersPath+"/1/rechnungen", shoptest.Body{"art": "rechnung"}).Want(http.StatusCreated)
	for _, path := range []string{"orders.csv", "orders.xlsx", "orders/1/rechnung.pdf"} {
		operator.Get(adminAPI + path).Want(http.StatusInternalServerError)
	}
	if page, err := w.DB.Entries(t.Context(), audit.Filter{Limit: 9}); err != nil || len(page.Rows) != 2 {
		t.Errorf("entries %+v, %v", page.Rows, err)
	}
	w.Web.StoreUses(t.Context())
	page, err := w.DB.Entries(t.Context(), audit.Filter{Limit: 9})
	if err != nil || len(page.Rows) != 3 || page.Rows[0].Action != audit.SignIn {
		t.Errorf("entries %+v, %v", page.Rows, err)
	}
	if !strings.Contains(w.Log.String(), "session not stored") {
		t.Error("nothing is logged about the session")
	}
}

// The log is read in pages, by action and by subject.
func TestAuditLogIsListed(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.Public())
	operator := shop.Operator()
	for range 3 {
		operator.PostOrder(shoptest.Order()).Want(http.StatusCreated)
	}
	for _, id := range []string{"1", "2", "3"} {
		operator.Patch(ordersPath+"/"+id, shoptest.Body{"status": "bezahlt"}).Want(http.StatusOK)
	}
	for query, want := range map[string][]float64{
		"":                                    {4, 3, 2, 1},
		"?limit=2":                            {4, 3},
		"?limit=2&cursor=3":                   {2, 1},
		"?aktion=status":                      {4, 3, 2},
		"?gegenstand=bestellung+BK-2026-0002": {3},
		"?aktion=mail":                        {},
		"?gegenstand=bestellung&aktion=anmeldung": {},
	} {
		var got []float64
		for _, row := range operator.Get(adminAPI + "protokoll" + query).Want(http.StatusOK).JSON()["eintraege"].([]any) {
			got = append(got, row.(map[string]any)["nr"].(float64))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q lists %v, want %v", query, got, want)
		}
	}
	operator.Get(adminAPI+"protokoll?aktion=alles").WantError(http.StatusBadRequest, "Ungültiger Filter: aktion.")
	operator.Get(adminAPI + "protokoll?cursor=x").Want(http.StatusBadRequest)
	shop.Anonymous().Get(adminAPI + "protokoll").Want(http.StatusUnauthorized)
	shop.Anonymous().Get("/verwaltung/protokoll/").Want(http.StatusSeeOther)
}
