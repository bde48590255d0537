package web_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"kontor/internal/mail"
	"kontor/internal/shop/order"
	"kontor/tests/mailtest"
	"kontor/tests/shoptest"
)

// linkInMail is the link to an order's page.
var linkInMail = regexp.MustCompile(`http://[^\s"<]+?(/(?:[a-z]{2}/)?bestellung/[A-Za-z0-9_.-]+)`)

// followed starts a public shop that sends mails, and returns the path of the page about an
// order that a client places there.
func followed(t *testing.T, c func(*shoptest.Shop) *shoptest.Client, options ...shoptest.Option) (*shoptest.Shop, *mailtest.Resend, string) {
	t.Helper()
	sink := mailtest.StartResend(t, "re_123")
	s := storefront(t, append(options, shoptest.Mail(mail.Options{ResendKey: "re_123", ResendURL: sink.URL()}))...)
	c(s).PostOrder(shoptest.Order(shoptest.Set("sprache", "fr"))).Want(http.StatusCreated)
	link := ""
	for _, m := range sink.Messages() {
		found := linkInMail.FindStringSubmatch(m.Text)
		toCustomer := strings.Contains(m.Subject, "commande")
		if (found != nil) != toCustomer || toCustomer != linkInMail.MatchString(m.HTML) {
			t.Errorf("%q to %v: a link %v", m.Subject, m.Recipients, found)
		}
		if found != nil {
			link = found[1]
		}
	}
	if link == "" {
		t.Fatal("no mail has a link")
	}
	return s, sink, link
}

// The link in each message to the customer opens the order with its state, what to pay
// and its documents, and nothing to anybody else.
func TestOrderPage(t *testing.T) {
	t.Parallel()
	s, sink, link := followed(t, (*shoptest.Shop).Anonymous)
	visitor, admin := s.Anonymous(), s.Operator()
	page := visitor.Get(link).Want(http.StatusOK)
	for name, want := range map[string]string{"Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex"} {
		if got := page.Header.Get(name); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	for _, want := range []string{`lang="fr"`, `content="noindex"`, "BK-2026-0001", "Paiement en attente", "Artikel merinowolle-petrol", `href="/fr/widerruf/"`} {
		if !strings.Contains(page.Text(), want) {
			t.Errorf("%q is missing in %s", want, page.Text())
		}
	}
	if strings.Contains(page.Text(), "Heidestra") || strings.Contains(page.Text(), "erika@") || strings.Contains(page.Text(), "(PDF)") {
		t.Errorf("it says too much: %s", page.Text())
	}
	if german := visitor.Get(strings.TrimPrefix(link, "/fr")).Want(http.StatusOK).Text(); !strings.Contains(german, "Zahlung offen") {
		t.Errorf("in German: %s", german)
	}

	admin.Patch(ordersPath+"/1", `{"status":"bezahlt"}`).Want(http.StatusOK)
	admin.Post(ordersPath+"/1/rechnungen", `{"art":"rechnung"}`).Want(http.StatusCreated)
	admin.Post(ordersPath+"/1/sendungen", `{"traeger":"dhl","nummer":"00340434161094042557"}`).Want(http.StatusCreated)
	if sent := visitor.Get(link).Want(http.StatusOK).Text(); !strings.Contains(sent, "00340434161094042557") || !strings.Contains(sent, "Suivre") {
		t.Errorf("when it is sent: %s", sent)
	}
	document := strings.TrimPrefix(link, "/fr") + "/RE-2026-00001"
	if paid := visitor.Get(link).Want(http.StatusOK).Text(); !strings.Contains(paid, "Payée") || !strings.Contains(paid, `href="`+document+`"`) {
		t.Errorf("when it is paid: %s", paid)
	}
	file := visitor.Get(document).Want(http.StatusOK)
	if file.Text() != admin.Get(ordersPath+"/1/rechnung.pdf").Text() || file.Header.Get("Cache-Control") != "no-store" || file.Header.Get("Referrer-Policy") != "no-referrer" {
		t.Errorf("another document, %v", file.Header)
	}
	s.Visitor().PostOrder(shoptest.Order(shoptest.Email("other@example.org"))).Want(http.StatusCreated)
	missing := visitor.Get("/gibtsnicht").Want(http.StatusNotFound)
	for _, path := range []string{
		link + "x", "/bestellung/x", "/bestellung/" + strings.Repeat("A", 4000), strings.TrimPrefix(link, "/fr") + "/RE-2026-00002",
		strings.Replace(strings.TrimPrefix(link, "/fr"), "/bestellung/", "/danke/", 1), "/bestellung/x/RE-2026-00001",
	} {
		if got := visitor.Get(path).Want(http.StatusNotFound); got.Code() != missing.Code() {
			t.Errorf("%s: %s", path, got.Code())
		}
	}
	if n := len(sink.Messages()); n < 4 {
		t.Errorf("%d mails", n)
	}

	s.Clock.Advance(179 * 24 * time.Hour)
	visitor.Get(link).Want(http.StatusOK)
	s.Clock.Advance(2 * 24 * time.Hour)
	if late := visitor.Get(link).Want(http.StatusNotFound); late.Code() != missing.Code() {
		t.Errorf("expired: %s", late.Code())
	}
}

// Once nobody may know any longer whose order it was, its page is gone.
func TestOrderPageOfErasedOrders(t *testing.T) {
	t.Parallel()
	var customer *shoptest.Client
	s, _, link := followed(t, func(s *shoptest.Shop) *shoptest.Client {
		customer = s.Customer("google", anna)
		return customer
	}, shoptest.SignIn())
	s.Anonymous().Get(link).Want(http.StatusOK)
	s.Clock.Advance(time.Minute)
	erase(customer).Want(http.StatusOK)
	s.Anonymous().Get(link).Want(http.StatusNotFound)

	other, _, link := followed(t, (*shoptest.Shop).Anonymous)
	other.Anonymous().Get(link).Want(http.StatusOK)
	err := other.DB.Anonymize(t.Context(), order.RetentionTerms{Seat: "de"}, other.Clock.Now().AddDate(9, 0, 0), func([]string) {})
	if err != nil {
		t.Fatal(err)
	}
	other.Anonymous().Get(link).Want(http.StatusNotFound)
}

// Nobody tries out tokens, and nobody opens the page before the gate of a closed shop.
func TestOrderPageIsGuarded(t *testing.T) {
	t.Parallel()
	s := storefront(t)
	guesser := s.Anonymous()
	for range 120 {
		guesser.Get("/bestellung/" + shoptest.NewCheckoutKey()).Want(http.StatusNotFound)
	}
	guesser.Get("/bestellung/" + shoptest.NewCheckoutKey()).Want(http.StatusTooManyRequests)
	s.Clock.Advance(10*time.Minute + time.Second)
	guesser.Get("/bestellung/x").Want(http.StatusNotFound)
	closed := shoptest.Start(t)
	closed.Anonymous().Get("/bestellung/x").Want(http.StatusSeeOther)
	closed.Visitor().Get("/bestellung/x").Want(http.StatusNotFound)
}
