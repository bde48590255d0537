package web_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"kontor/internal/mail"
	"kontor/internal/shop/audit"
	"kontor/internal/web"
	"kontor/tests/mailtest"
	"kontor/tests/shoptest"
)

const sessionsPath = "/api/verwaltung/sitzungen"

const (
	firefox = "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
	iphone  = "User-Agent: Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
)

type operatorSession struct {
	ID, Geraet string
	Name       *string
	Begonnen   string `json:"begonnen_at"`
	Zuletzt    string `json:"zuletzt_at"`
	Bis        string
	Eigene     bool
}

func sessionsOf(c *shoptest.Client) (all []operatorSession) {
	var answer struct{ Sitzungen []operatorSession }
	c.Get(sessionsPath).Want(http.StatusOK).Into(&answer)
	return answer.Sitzungen
}

// enterFrom enters the administration with a browser.
func enterFrom(s *shoptest.Shop, browser string) *shoptest.Client {
	c := s.Visitor()
	c.Post("/api/zugang/verwaltung", shoptest.Body{"code": s.AdminCode}, browser).Want(http.StatusOK)
	return c
}

// Sessions are listed with device and last use, and an ended one is refused at its next
// request, on every instance.
func TestOperatorSessionsAreListedAndEnded(t *testing.T) {
	t.Parallel()
	shared := shoptest.Shared(t.TempDir())
	s := shoptest.Start(t, shoptest.Public(), shared, wholeSecond)
	other := shoptest.Start(t, shoptest.Public(), shared, shoptest.KeysOf(s), shoptest.StartAt(s.Clock.Now().Add(2*time.Hour)))
	anna := enterFrom(s, firefox)
	s.Clock.Advance(time.Hour)
	berta, clara := enterFrom(s, iphone), enterFrom(s, "User-Agent: <script>alert(1)</script>")

	all := sessionsOf(anna)
	if len(all) != 3 || all[2].Geraet != "Firefox unter Linux" || !all[2].Eigene || all[0].Eigene || all[1].Eigene || all[2].Zuletzt != "2026-11-21T10:15:00.000Z" {
		t.Fatalf("sessions %+v", all)
	}
	devices := []string{all[0].Geraet, all[1].Geraet}
	slices.Sort(devices)
	if !slices.Equal(devices, []string{"Safari unter iOS", "ein anderes Programm unter einem anderen System"}) {
		t.Errorf("devices %q", devices)
	}
	s.Clock.Advance(time.Hour)
	berta.Get("/verwaltung/").Want(http.StatusOK)
	s.Web.StoreUses(t.Context())
	last := map[string]string{}
	for _, session := range sessionsOf(anna) {
		last[session.Geraet] = session.Zuletzt
	}
	if last["Safari unter iOS"] != "2026-11-21T11:15:00.000Z" || last["ein anderes Programm unter einem anderen System"] != "2026-11-21T10:15:00.000Z" {
		t.Errorf("last used %v", last)
	}

	ended := idOf(all, "Safari unter iOS")
	there := other.Anonymous()
	there.Get("/api/verwaltung/orders", berta.Cookies()).Want(http.StatusOK)
	anna.Post(sessionsPath+"/"+ended+"/beenden", nil).Want(http.StatusOK)
	berta.Get("/api/verwaltung/orders").WantError(http.StatusUnauthorized, noAdmin)
	there.Get("/api/verwaltung/orders", berta.Cookies()).WantError(http.StatusUnauthorized, noAdmin)
	anna.Post(sessionsPath+"/"+ended+"/beenden", nil).Want(http.StatusNotFound)

	if n := anna.Post(sessionsPath+"/beenden", nil).Want(http.StatusOK).JSON()["beendet"]; n != 1.0 {
		t.Errorf("%v sessions ended, want 1", n)
	}
	clara.Get("/api/verwaltung/orders").Want(http.StatusUnauthorized)
	if left := sessionsOf(anna); len(left) != 1 || !left[0].Eigene {
		t.Errorf("left are %+v", left)
	}
}

func idOf(all []operatorSession, device string) string {
	return all[slices.IndexFunc(all, func(s operatorSession) bool { return s.Geraet == device })].ID
}

// A name that the operator gives stands in log and history from then on, in that session
// alone; nobody has to give one, and it does not stand between the code and the page.
func TestOperatorNameIsOptionalAndKeptForTheSession(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.Public())
	anna, nobody := s.Operator(), s.Operator()
	anna.PostOrder(shoptest.Order()).Want(http.StatusCreated)
	nobody.Patch(ordersPath+"/1", shoptest.Body{"notiz": "eins"}).Want(http.StatusOK)
	if name := anna.Post(sessionsPath+"/name", shoptest.Body{"name": " Anna <b> "}).Want(http.StatusOK).JSON()["name"]; name != "Anna <b>" {
		t.Errorf("the name is %v", name)
	}
	anna.Patch(ordersPath+"/1", shoptest.Body{"notiz": "zwei"}).Want(http.StatusOK)
	nobody.Patch(ordersPath+"/1", shoptest.Body{"notiz": "drei"}).Want(http.StatusOK)
	for _, bad := range []any{nil, 5, strings.Repeat("x", audit.MaxName+1), "a\nb"} {
		anna.DoUnchecked("POST", sessionsPath+"/name", shoptest.Body{"name": bad}, http.Header{"Content-Type": {"application/json"}}).
			Want(http.StatusBadRequest)
	}
	var order struct {
		Order struct {
			Ereignisse []struct{ Wer string }
		}
	}
	anna.Get(ordersPath + "/1").Want(http.StatusOK).Into(&order)
	history := order.Order.Ereignisse
	if len(history) != 4 || !strings.HasPrefix(history[1].Wer, "Verwaltung ") || !strings.HasPrefix(history[2].Wer, "Anna <b>, Verwaltung ") || history[3] != history[1] {
		t.Errorf("history %+v", history)
	}
	page, err := s.DB.Entries(t.Context(), audit.Filter{Action: audit.Note, Limit: 9})
	if err != nil || len(page.Rows) != 3 || page.Rows[0].Who != "Verwaltung" || page.Rows[1].Who != "Anna <b>" || page.Rows[2].Who != "Verwaltung" {
		t.Errorf("entries %+v, %v", page.Rows, err)
	}
	anna.Post(sessionsPath+"/name", shoptest.Body{"name": ""}).Want(http.StatusOK)
	if own := sessionsOf(anna); own[0].Name != nil || own[1].Name != nil {
		t.Errorf("sessions %+v", own)
	}
}

// A mail reports each browser that enters the administration for the first time, once,
// and only where others can reach the shop; it holds up nobody.
func TestNewDevicesAreReported(t *testing.T) {
	t.Parallel()
	for _, reporting := range []bool{true, false} {
		provider := mailtest.StartResend(t, "re_123")
		s := shoptest.Start(t, shoptest.Public(), shoptest.Mail(mail.Options{ResendKey: "re_123", ResendURL: provider.URL()}),
			shoptest.Web(func(o *web.Options) { o.Shop.Audit.ReportDevices = reporting }))
		c := enterFrom(s, firefox)
		c.Form("/api/zugang/verwaltung/abmelden", url.Values{}).Want(http.StatusSeeOther)
		c.Post("/api/zugang/verwaltung", shoptest.Body{"code": s.AdminCode}, firefox).Want(http.StatusOK)
		c.Post("/api/zugang/verwaltung", shoptest.Body{"code": "falsch"}, firefox).Want(http.StatusUnauthorized)
		var page mailPage
		c.Get(mailsPath).Want(http.StatusOK).Into(&page)
		if want := map[bool]int{true: 1, false: 0}[reporting]; len(page.Mails) != want {
			t.Fatalf("reporting %v: %d mails", reporting, len(page.Mails))
		}
		if !reporting {
			continue
		}
		var shown struct{ Mail listedMail }
		c.Get(mailsPath + "/1").Want(http.StatusOK).Into(&shown)
		if !strings.Contains(*shown.Mail.Betreff, "Neues Gerät in der Verwaltung: Firefox unter Linux") || !strings.Contains(shown.Mail.Text, "21.11.2026 um 10:15 Uhr") {
			t.Errorf("the mail is %+v", shown.Mail)
		}
		if strings.Contains(shown.Mail.Text, "127.0.0") {
			t.Error("the mail names an address")
		}
	}
}
