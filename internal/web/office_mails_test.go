package web_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"kontor/internal/mail"
	"kontor/tests/mailtest"
	"kontor/tests/shoptest"
)

// H49: the operator sees the state of each message.
func TestH49_OperatorSeesWhatBecameOfMessages(t *testing.T) {
	t.Parallel()
	for fault, want := range map[mailtest.Fault]string{
		mailtest.None: "gesendet", mailtest.Failure: "offen", mailtest.Reject: "gescheitert",
	} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			p := startPost(t, fault)
			p.order()
			page := p.mails("")
			if page.Anzahl["alle"] != 2 || page.Anzahl[want] != 2 || len(page.Mails) != 2 || page.Weiter != nil {
				t.Fatalf("%+v", page)
			}
			for i, art := range []string{"kunde_eingang", "betreiber_bestellung"} { // newest first
				m := page.Mails[i]
				if m.Art != art || m.Zustand != want || m.Versuche != 1 || m.OrderID != 1 || m.Bestellnummer != "BK-2026-0001" ||
					(m.An == nil) != (art == "betreiber_bestellung") || (m.GesendetAt != nil) != (want == "gesendet") ||
					(m.NaechsterVersuch != nil) != (want == "offen") || (m.Grund == nil) != (want == "gesendet") {
					t.Errorf("%+v", m)
				}
				if shown := p.mail(m.ID); shown.Betreff == nil || !strings.Contains(shown.Text, "BK-2026-0001") ||
					!strings.Contains(shown.HTML, "BK-2026-0001") {
					t.Errorf("message %d says %+v", m.ID, shown)
				}
			}
			p.WantNotLogged("Erika", "erika@", "Heidestraße", "re_123", shoptest.Operator)
		})
	}
}

func TestMailFilters(t *testing.T) {
	t.Parallel()
	p := startPost(t, mailtest.None)
	for range 3 {
		p.order()
	}
	p.provider.SetFault(mailtest.Reject)
	p.order()
	for query, want := range map[string][]int{
		"":                              {8, 7, 6, 5, 4, 3, 2, 1},
		"zustand=gescheitert":           {8, 7},
		"zustand=gesendet&limit=2":      {6, 5},
		"zustand=offen":                 {},
		"bestellung=2":                  {4, 3},
		"bestellung=99":                 {},
		"cursor=3":                      {2, 1},
		"bestellung=4&zustand=gesendet": {},
		"limit=2&zustand=gescheitert":   {8, 7},
	} {
		got := []int{}
		page := p.mails(query)
		for _, m := range page.Mails {
			got = append(got, m.ID)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", query, got, want)
		}
		if page.Anzahl["alle"] != 8 || page.Anzahl["gescheitert"] != 2 || page.Anzahl["gesendet"] != 6 {
			t.Errorf("%q counts %v", query, page.Anzahl)
		}
	}
	first := p.operator.Get(mailsPath + "?limit=5").Want(http.StatusOK)
	if link := first.Header.Get("Link"); link != `</api/verwaltung/mails?cursor=4&limit=5>; rel="next"` {
		t.Errorf("Link: %s", link)
	}
	for query, text := range map[string]string{
		"zustand=weg": "Ungültiger Filter: zustand.", "bestellung=BK": "Ungültiger Filter: bestellung.",
		"bestellung=0": "Ungültiger Filter: bestellung.", "limit=0": "Ungültiger Filter: limit.",
		"cursor=x": "Ungültige Seitenangabe.", "zustand=%00": "Ungültiger Filter: zustand.", "%zz": "Ungültiger Filter.",
	} {
		p.operator.Get(mailsPath+"?"+query).WantError(http.StatusBadRequest, text)
	}
}

func TestMailSentAgainAndDiscarded(t *testing.T) {
	t.Parallel()
	p := startPost(t, mailtest.Reject)
	p.order()
	p.provider.SetFault(mailtest.None)

	again := mailOf(p.operator.Post(mailsPath+"/2/senden", nil).Want(http.StatusOK))
	if again.ID != 2 || again.Zustand != "gesendet" || again.Versuche != 2 {
		t.Errorf("sent again: %+v", again)
	}
	copied := mailOf(p.operator.Post(mailsPath+"/2/senden", nil).Want(http.StatusOK))
	if copied.ID != 3 || copied.Zustand != "gesendet" || copied.Versuche != 1 || copied.Text != again.Text {
		t.Errorf("sent once more: %+v", copied)
	}
	discarded := mailOf(p.operator.Post(mailsPath+"/1/verwerfen", nil).Want(http.StatusOK))
	if discarded.Zustand != "verworfen" {
		t.Errorf("discarded: %+v", discarded)
	}
	const done = "Nur eine Nachricht, die noch nicht gesendet ist, kann verworfen werden."
	p.operator.Post(mailsPath+"/1/verwerfen", nil).WantError(http.StatusConflict, done)
	p.operator.Post(mailsPath+"/2/verwerfen", nil).WantError(http.StatusConflict, done)

	want := []string{"Eingangsbestätigung erneut gesendet", "Eingangsbestätigung erneut gesendet", "Bestellbenachrichtigung verworfen"}
	if history := p.history(1); !slices.Equal(history, want) {
		t.Errorf("history %q", history)
	}
	received := p.provider.Messages()
	if len(received) != 2 || received[0].Key == received[1].Key || received[0].HTML != received[1].HTML ||
		received[0].Recipients[0] != "erika@example.org" {
		t.Errorf("received %+v", received)
	}
	if counts := p.mails("").Anzahl; counts["gesendet"] != 2 || counts["verworfen"] != 1 || counts["alle"] != 3 {
		t.Errorf("counts %v", counts)
	}
}

func TestMailAboutAnOrder(t *testing.T) {
	t.Parallel()
	p := startPost(t, mailtest.None)
	p.order(shoptest.Set("sprache", "it"))
	path := ordersPath + "/1/mails"
	paid := shoptest.Body{"art": "kunde_bezahlt"}
	const unfit, kind = "Diese Nachricht passt nicht zum Status der Bestellung.", "Ungültige Nachrichtenart."
	p.operator.Post(path, paid).WantError(http.StatusConflict, unfit)
	p.operator.Post(path, shoptest.Body{"art": "kunde_eingang"}).WantError(http.StatusConflict, "Diese Nachricht gibt es schon. Sie kann erneut gesendet werden.")
	for _, body := range []string{
		`{}`, `{"art":"betreiber_bestellung"}`, `{"art":"betreiber_meldung"}`, `{"art":5}`, `{"art":null}`, `{"art":["kunde_bezahlt"]}`,
	} {
		p.operator.Post(path, body).WantError(http.StatusBadRequest, kind)
	}
	p.operator.Post(path, `[]`).WantError(http.StatusBadRequest, "Ungültige Anfrage.")
	p.operator.Post(path, `{"art":"kunde_bezahlt"}`, "Content-Type: text/plain").Want(http.StatusUnsupportedMediaType)
	p.operator.Post(ordersPath+"/2/mails", paid).WantError(http.StatusNotFound, "Bestellung nicht gefunden.")
	p.operator.Post(ordersPath+"/x/mails", paid).WantError(http.StatusNotFound, "Bestellung nicht gefunden.")

	p.operator.Patch(ordersPath+"/1", shoptest.Body{"status": "bezahlt"}).Want(http.StatusOK)
	m := mailOf(p.operator.Post(path, paid).Want(http.StatusCreated))
	if m.Art != "kunde_bezahlt" || m.Zustand != "gesendet" || m.An == nil || *m.An != "erika@example.org" {
		t.Errorf("%+v", m)
	}
	p.operator.Post(path, paid).WantError(http.StatusConflict, "Diese Nachricht gibt es schon. Sie kann erneut gesendet werden.")
	p.operator.Patch(ordersPath+"/1", shoptest.Body{"status": "storniert"}).Want(http.StatusOK)
	p.operator.Post(path, shoptest.Body{"art": "kunde_storniert"}).Want(http.StatusCreated)
	if history := p.history(1); !slices.Equal(history, []string{"Zahlungsbestätigung gesendet", "Stornobestätigung gesendet"}) {
		t.Errorf("history %q", history)
	}
	if n := len(p.provider.Messages()); n != 4 {
		t.Errorf("%d messages arrived", n)
	}
}

func TestUnknownMails(t *testing.T) {
	t.Parallel()
	p := startPost(t, mailtest.None)
	p.order()
	for _, id := range []string{"0", "-1", "3", "x", "1.0", "9223372036854775808"} {
		p.operator.Get(mailsPath+"/"+id).WantError(http.StatusNotFound, "Nachricht nicht gefunden.")
		for _, action := range []string{"senden", "verwerfen"} {
			p.operator.Post(mailsPath+"/"+id+"/"+action, nil).WantError(http.StatusNotFound, "Nachricht nicht gefunden.")
		}
	}
	if n := len(p.provider.Messages()); n != 2 {
		t.Errorf("%d messages arrived", n)
	}
}

// S9: the outbox is the operator's alone.
func TestMailsNeedBothSessions(t *testing.T) {
	t.Parallel()
	p := startPost(t, mailtest.Reject)
	p.order()
	p.provider.SetFault(mailtest.None)
	for client, text := range map[*shoptest.Client]string{
		p.customer:  "Kein Zugang. Bitte Zugangscode eingeben.",
		p.Visitor(): "Sitzung abgelaufen. Bitte Code erneut eingeben.",
	} {
		client.Get(mailsPath).WantError(http.StatusUnauthorized, text)
		client.Get(mailsPath+"/1").WantError(http.StatusUnauthorized, text)
		client.Post(mailsPath+"/1/senden", nil).WantError(http.StatusUnauthorized, text)
		client.Post(mailsPath+"/1/verwerfen", nil).WantError(http.StatusUnauthorized, text)
		client.Post(ordersPath+"/1/mails", shoptest.Body{"art": "kunde_bezahlt"}).WantError(http.StatusUnauthorized, text)
	}
	p.operator.Post(mailsPath+"/1/senden", nil, "Sec-Fetch-Site: cross-site").Want(http.StatusForbidden)
	if counts := p.mails("").Anzahl; counts["gescheitert"] != 2 || len(p.provider.Messages()) > 0 {
		t.Errorf("counts %v, %d messages arrived", counts, len(p.provider.Messages()))
	}
}

const mailsPage = "/verwaltung/mails/"

// startMailShop starts a shop whose mail provider the test controls.
func startMailShop(t *testing.T) (*shoptest.Shop, *mailtest.Resend) {
	t.Helper()
	provider := mailtest.StartResend(t, "re_123")
	return shoptest.Start(t, shoptest.Mail(mail.Options{ResendKey: "re_123", ResendURL: provider.URL()})), provider
}

// S1: a message is shown with an origin of its own, without scripts, requests and
// forms, and only within the shop's pages.
func TestS1_MailPreview(t *testing.T) {
	t.Parallel()
	s, _ := startMailShop(t)
	s.Visitor().PostOrder(shoptest.Order()).Want(http.StatusCreated)
	admin := s.Operator()
	shown := admin.Get(mailsPage + "2/ansicht").Want(200)
	policy := shown.Header.Get("Content-Security-Policy")
	for _, part := range []string{"sandbox;", "default-src 'none'", "form-action 'none'", "frame-ancestors 'self'"} {
		if !strings.Contains(policy, part) {
			t.Errorf("no %q in %q", part, policy)
		}
	}
	if strings.Contains(policy, "script-src") || strings.Contains(policy, "allow-") || strings.Contains(shown.Text(), "cid:") || !strings.Contains(shown.Text(), "BK-2026-0001") {
		t.Errorf("policy %q, body %.300s", policy, shown.Text())
	}
	admin.Get(mailsPage + "99/ansicht").Want(404)
	admin.Get(mailsPage + "x/ansicht").Want(404)
}
