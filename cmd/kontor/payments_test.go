package main

import (
	"database/sql"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kontor/internal/database"
	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop/payment"
)

const (
	merchantID     = "AZDxjDScFpQtjWTOUtWKbyN"
	merchantSecret = "EGnHDxD-qRPdaLdZz8iCr8N7"
)

// till is a shop whose PayPal outlives it.
type till struct {
	*process
	sim *paypalsim.Server
	dir string
}

func startTill(t *testing.T) *till {
	t.Helper()
	sim, err := paypalsim.Start(paypalsim.Options{ClientID: merchantID, Secret: merchantSecret})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { sim.Close() })
	shop := &till{sim: sim, dir: emptyShop(t)}
	shop.process = start(t, shop.dir, append(shop.access(), "SITE_PUBLIC=true", "PAYPAL_ABGLEICH_INTERVALL=50ms")...)
	return shop
}

func (s *till) access() []string {
	return []string{"PAYPAL_CLIENT_ID=" + merchantID, "PAYPAL_CLIENT_SECRET=" + merchantSecret, "PAYPAL_BASE_URL=" + s.sim.URL()}
}

// paid buys something and returns its order at PayPal.
func (s *till) paid(t *testing.T, key string) paypalsim.Entry {
	t.Helper()
	id := s.pay(t, key)
	if err := s.sim.Approve(id); err != nil {
		t.Fatal(err)
	}
	s.await(t, "/api/paypal/orders/"+id+"/capture")
	return s.sim.Entry(id)
}

// check runs `kontor payments check` and requires an exit code. Settings given later win.
func (s *till) check(t *testing.T, code int, args string, settings ...string) string {
	t.Helper()
	out, got := s.run(t, args, settings...)
	if got != code {
		t.Errorf("check %s ends with %d, want %d:\n%s", args, got, code, out)
	}
	return out
}

// run runs `kontor payments check` and returns what it says, and its exit code.
func (s *till) run(t *testing.T, args string, settings ...string) (string, int) {
	t.Helper()
	environ := append(append([]string{"DATA_DIR=" + s.dir}, s.access()...), settings...)
	code, out := runWith(t, environ, append([]string{"payments", "check"}, strings.Fields(args)...)...)
	return strings.Join(strings.Fields(out), " "), code
}

func wantAll(t *testing.T, text string, wanted ...string) {
	t.Helper()
	for _, want := range wanted {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing:\n%s", want, text)
		}
	}
}

// T57: the journal agrees with PayPal's list beside the running shop; what PayPal did
// since is named, and whatever else its account does is not.
func TestT57_CheckWithPayPal(t *testing.T) {
	t.Parallel()
	s := startTill(t)
	first, second := s.paid(t, "compared-with-paypal-01"), s.paid(t, "compared-with-paypal-02")
	foreign := s.sim.ForeignOrder("Rechnung 4711", 900)
	s.sim.CaptureBehind(foreign)
	wantAll(t, s.check(t, exitOK, "--paypal"), "Differenz 0,00 €", "Zahlungen 2 2 eingezogen 44,40 € 44,40 € davon zurück 0,00 € 0,00 €",
		"nicht von diesem Shop sind: 1.", "nicht beurteilt sind: 0.", "Abweichungen: 0.")
	s.sim.DelayTransactions(3 * time.Hour)
	wantAll(t, s.check(t, exitOK, "--paypal"), "Die letzten drei Stunden können in PayPals Liste noch fehlen", "nicht beurteilt sind: 2.", "Abweichungen: 0.")
	s.sim.DelayTransactions(0)
	s.mustEnd(t) // it would see what follows
	s.sim.RefundBehind(second.CaptureIDs[0], 700)
	named := "- " + second.InvoiceID + " (PayPal-Einzug " + second.CaptureIDs[0] + "): Bei PayPal gingen 7,00 € zurück; der Shop weiß von 0,00 €."
	out := s.check(t, exitWaiting, "--paypal")
	wantAll(t, out, "davon zurück 0,00 € 7,00 €", "Abweichungen: 1. "+named, "es wartet etwas auf Bearbeitung (zu klären: 0, Abweichungen von PayPals Liste: 1)")
	if strings.Contains(out, first.InvoiceID) {
		t.Errorf("a payment that agrees is named:\n%s", out)
	}
	wantAll(t, s.check(t, exitOK, "--paypal --von 2026-01-05 --bis 2026-01-11"), "vom 05.01.2026 bis zum 11.01.2026", "Zahlungen 0 0", "Abweichungen: 0.")
	if violations := s.sim.Violations(); len(violations) > 0 {
		t.Errorf("PayPal's rules: %v", violations)
	}
}

// T57: without the flag PayPal is not asked, and the program says so; days without it,
// and impossible ones, are a mistake.
func TestT57_CheckWithoutPayPal(t *testing.T) {
	t.Parallel()
	s := startTill(t)
	entry := s.paid(t, "compared-with-paypal-01")
	s.mustEnd(t)
	s.sim.RefundBehind(entry.CaptureIDs[0], 700)
	before := s.sim.Calls(paypalsim.Token)
	wantAll(t, s.check(t, exitOK, ""), "Differenz 0,00 €", "Das sind nur die eigenen Bücher des Shops. PayPal wurde nicht gefragt; mit --paypal")
	if s.sim.Calls(paypalsim.Token) != before {
		t.Error("PayPal was asked")
	}
	for args, want := range map[string]string{
		"--von 2026-01-01":                           "--von und --bis gehören zu --paypal",
		"--paypal --von 1.1.2026":                    "ist kein Tag wie 2026-11-01",
		"--paypal --bis 2099-01-01":                  "--bis nach heute",
		"--paypal --von 2026-01-02 --bis 2026-01-01": "--von liegt nach --bis",
		"--paypal --von 2019-01-01":                  "reicht nur 3 Jahre zurück",
	} {
		wantAll(t, s.check(t, exitUsage, args), want)
	}
}

// T57: an open case ends the check with 3, with and without PayPal's list, which has
// nothing to add; books that do not add up are worse.
func TestT57_CheckFindsACase(t *testing.T) {
	t.Parallel()
	s := startTill(t)
	s.paid(t, "compared-with-paypal-02")
	id := s.pay(t, "compared-with-paypal-01")
	s.sim.PlanCapture(id, paypalsim.Plan{Amount: &payment.PayPalAmount{Cents: 2200, Currency: "EUR"}})
	for range 9 { // the reconciliation may ask at the same time as the buyer's request, under the same name
		s.sim.PlanRefund(paypalsim.Plan{Issue: payment.PayPalIssueInsufficientFunds})
	}
	if err := s.sim.Approve(id); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		response, err := http.Post(s.url+"/api/paypal/orders/"+id+"/capture", "", nil)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		out, _ := s.run(t, "")
		if strings.Contains(out, "zu klären: 1.") {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("no case: %s\nrefunds asked of PayPal: %d\n%s", out, s.sim.Calls(paypalsim.Refund), s.stderr)
		}
	}
	s.mustEnd(t)
	wantAll(t, s.check(t, exitWaiting, ""), "zu klären: 1.", "es wartet etwas auf Bearbeitung (zu klären: 1)", "PayPal wurde nicht gefragt")
	wantAll(t, s.check(t, exitWaiting, "--paypal"), "Zahlungen 2 2 eingezogen 44,20 € 44,20 €", "Abweichungen: 0.",
		"(zu klären: 1, Abweichungen von PayPals Liste: 0)")
	s.spoil(t)
	for _, args := range []string{"", "--paypal"} {
		wantAll(t, s.check(t, exitFailed, args), "Differenz 0,01 €", "kontor: die Zahlungen gehen nicht auf")
	}
}

// spoil adds money to the books that belongs nowhere.
func (s *till) spoil(t *testing.T) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(s.dir, database.FileName))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(`UPDATE zahlungsvorgaenge SET einzug_cent = einzug_cent + 1 WHERE status = 'abgeschlossen'`); err != nil {
		t.Fatal(err)
	}
}

// T57: without credentials, with wrong ones, without the permission and without PayPal
// the check fails and says what to do; none of that is an answer about the books.
func TestT57_CheckFails(t *testing.T) {
	t.Parallel()
	s := startTill(t)
	s.paid(t, "compared-with-paypal-01")
	s.mustEnd(t)
	fail := func(want string, settings ...string) {
		t.Helper()
		out := s.check(t, exitFailed, "--paypal", settings...)
		wantAll(t, out, want)
		if strings.Contains(out, "Abweichungen") || strings.Contains(out, merchantSecret) {
			t.Errorf("the check says:\n%s", out)
		}
	}
	fail("PayPal ist nicht eingerichtet: PAYPAL_CLIENT_ID", "PAYPAL_CLIENT_ID=", "PAYPAL_CLIENT_SECRET=")
	fail("PayPal nimmt die Zugangsdaten des Shops nicht an. Im Developer Dashboard", "PAYPAL_CLIENT_SECRET=EGnHDxD-qRPdaLdZz8iCr8N8")
	fail("PayPal ist nicht zu erreichen", "PAYPAL_BASE_URL=http://127.0.0.1:1")
	for kind, want := range map[paypalsim.Kind]string{
		paypalsim.Forbidden:       "PayPal zeigt diesem Zugang die Liste der Umsätze nicht; dafür im Developer Dashboard",
		paypalsim.Unavailable:     "PayPal ist nicht zu erreichen oder antwortet nicht",
		paypalsim.BlockedPage:     "PayPal ist nicht zu erreichen oder antwortet nicht",
		paypalsim.TooManyRequests: "PayPal bittet um weniger Anfragen",
		paypalsim.NotFound:        "PayPal hat die Anfrage abgelehnt",
	} {
		s.sim.Fail(paypalsim.SearchTransactions, paypalsim.Fault{Kind: kind})
		fail(want)
	}
	wantAll(t, s.check(t, exitOK, "--paypal"), "Abweichungen: 0.")
}
