package web_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"kontor/internal/mail"
	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop/message"
	"kontor/internal/shop/payment"
	"kontor/tests/mailtest"
	"kontor/tests/shoptest"
)

// postedTill is a till that writes to its buyers.
type postedTill struct {
	*till
	provider *mailtest.Resend
}

func startPostedTill(t *testing.T, options ...shoptest.Option) *postedTill {
	t.Helper()
	provider := mailtest.StartResend(t, "re_123")
	mailing := shoptest.Mail(mail.Options{ResendKey: "re_123", ResendURL: provider.URL()})
	return &postedTill{startTill(t, append(options, mailing)...), provider}
}

// wantMails checks which subjects the buyer has got so far, and that none came twice.
func (p *postedTill) wantMails(when string, subjects ...string) {
	p.t.Helper()
	var got []string
	for _, m := range p.provider.Messages() {
		if slices.Contains(m.Recipients, "erika@example.org") {
			got = append(got, m.Subject)
		}
	}
	slices.Sort(got)
	slices.Sort(subjects)
	if !slices.Equal(got, subjects) {
		p.t.Errorf("%s: the buyer got %q, want %q", when, got, subjects)
	}
}

// latestMail returns what the buyer has read last.
func (p *postedTill) latestMail() mailtest.Received {
	p.t.Helper()
	all := p.provider.Messages()
	for i := len(all) - 1; i >= 0; i-- {
		if slices.Contains(all[i].Recipients, "erika@example.org") {
			return all[i]
		}
	}
	p.t.Fatal("the buyer got nothing")
	return mailtest.Received{}
}

// pending opens a payment whose money PayPal does not have yet.
func (p *postedTill) pending(changes ...func(shoptest.Body)) string {
	p.t.Helper()
	id := p.approved(changes...)
	p.PayPal.PlanCapture(id, paypalsim.Plan{Status: "PENDING", Reason: "ECHECK"})
	p.customer.Capture(id).Want(http.StatusAccepted)
	return id
}

// reconcileOften makes rounds that bring no news.
func (p *postedTill) reconcileOften() {
	p.t.Helper()
	for range 4 {
		p.reconcile(2 * time.Hour)
	}
}

var pendingSubjects = map[string]string{
	"de": "PayPal prüft Ihre Zahlung noch", "en": "PayPal is still checking your payment",
	"fr": "PayPal vérifie encore votre paiement", "it": "PayPal sta ancora verificando il Suo pagamento",
}

// T54: a buyer whose payment PayPal has yet to decide about reads so once, in the
// language of the order, and gets the ordinary confirmation when the money comes.
func TestT54_PendingBecomesAnOrder(t *testing.T) {
	t.Parallel()
	for language, subject := range pendingSubjects {
		p := startPostedTill(t)
		id := p.pending(shoptest.Set("sprache", language))
		p.wantMails(language+", pending", subject)
		if text := p.latestMail().Text; !strings.Contains(text, p.payment(id).Number) || !strings.Contains(text, "22") {
			t.Errorf("%s: %s", language, text)
		}
		p.reconcileOften()
		p.wantMails(language+", still pending", subject)
		p.PayPal.Settle(p.payment(id).Capture.ID, "COMPLETED")
		p.reconcile(time.Hour)
		p.reconcileOften()
		p.wantBooks(1)
		confirmation := p.latestMail()
		p.wantMails(language+", ordered", subject, confirmation.Subject)
		if !strings.Contains(confirmation.Subject, "BK-2026-0001") {
			t.Errorf("%s: confirmed with %q", language, confirmation.Subject)
		}
		if details, err := p.DB.Order(t.Context(), 1); err != nil || len(details.Messages) != 3 {
			t.Errorf("%s: the order has the messages %+v, %v", language, details.Messages, err)
		}
	}
}

// T54: when PayPal decides against it, the buyer reads that nothing was taken and where
// to order again.
func TestT54_PendingIsDenied(t *testing.T) {
	t.Parallel()
	p := startPostedTill(t)
	id := p.pending()
	p.PayPal.Settle(p.payment(id).Capture.ID, "DECLINED")
	p.reconcile(time.Hour)
	p.reconcileOften()
	p.want(id, payment.StateDeclined)
	p.wantMails("denied", pendingSubjects["de"], "PayPal hat Ihre Zahlung abgelehnt")
	if text := p.latestMail().Text; !strings.Contains(text, "nichts abgebucht") || !strings.Contains(text, "bestellen Sie bitte noch einmal: http") {
		t.Errorf("denied: %s", text)
	}
	p.wantNoOrders()

	declined := p.approved()
	p.PayPal.PlanCapture(declined, paypalsim.Plan{Status: "DECLINED"})
	p.customer.Capture(declined).Want(http.StatusUnprocessableEntity)
	p.reconcileOften()
	p.wantMails("declined before the buyer's eyes", pendingSubjects["de"], "PayPal hat Ihre Zahlung abgelehnt")
}

// T54: money that becomes no order is written about once PayPal gives it back, however
// often that is tried.
func TestT54_MoneyGoesBack(t *testing.T) {
	t.Parallel()
	const back = "Sie bekommen Ihr Geld zurück"
	for name, plans := range map[string][]paypalsim.Plan{
		"at once":          nil,
		"under way":        {{Status: "PENDING"}},
		"refused first":    {{Issue: payment.PayPalIssueInsufficientFunds}},
		"fails on its way": {{Status: "PENDING"}},
	} {
		p := startPostedTill(t)
		id := p.approved()
		p.PayPal.PlanCapture(id, paypalsim.Plan{Amount: &payment.PayPalAmount{Cents: 2219, Currency: "EUR"}})
		for _, plan := range plans {
			p.PayPal.PlanRefund(plan)
		}
		p.customer.Capture(id)
		switch name {
		case "refused first":
			p.wantMails(name)
			p.reconcile(25 * time.Hour)
		case "under way":
			p.wantMails(name, back)
			p.PayPal.SettleRefund(p.payment(id).Refund.ID, "COMPLETED")
		case "fails on its way":
			p.PayPal.SettleRefund(p.payment(id).Refund.ID, "FAILED")
			p.reconcile(2 * time.Hour)
			p.reconcile(25 * time.Hour)
		}
		p.reconcileOften()
		p.want(id, payment.StateRefunded)
		p.wantMails(name, back)
		if text := p.latestMail().Text; !strings.Contains(text, "22,19") || !strings.Contains(text, p.payment(id).Number) {
			t.Errorf("%s: %s", name, text)
		}
		p.wantBooks(0)
	}
}

// T54: an amount in another currency is not called euro.
func TestT54_OtherCurrencyIsNotNamed(t *testing.T) {
	t.Parallel()
	p := startPostedTill(t)
	id := p.approved()
	p.PayPal.PlanCapture(id, paypalsim.Plan{Amount: &payment.PayPalAmount{Cents: 2220, Currency: "CHF"}})
	p.customer.Capture(id).Want(http.StatusUnprocessableEntity)
	if text := p.latestMail().Text; !strings.Contains(text, "Der ganze Betrag") || strings.Contains(text, "€") || strings.Contains(text, "22,20") {
		t.Errorf("the mail says %s", text)
	}
}

// T54: the operator's refund is written about when PayPal reports it as done, with its
// amount and order; one that PayPal refuses is not.
func TestT54_RefundOfAnOrder(t *testing.T) {
	t.Parallel()
	p := startPostedTill(t)
	operator := p.Operator()
	p.customer.Capture(p.approved(shoptest.Set("sprache", "en"))).Want(http.StatusCreated)
	const confirmed, refunded = "We received your order BK-2026-0001", "Refund for your order BK-2026-0001"
	refunds := paymentsPath + "/1/erstattungen"
	p.PayPal.PlanRefund(paypalsim.Plan{Issue: payment.PayPalIssueInsufficientFunds})
	operator.Post(refunds, shoptest.Body{"betrag": 3}).Want(http.StatusUnprocessableEntity)
	p.reconcileOften()
	p.wantMails("refused", confirmed)

	p.PayPal.PlanRefund(paypalsim.Plan{Status: "PENDING"})
	operator.Post(refunds, shoptest.Body{"betrag": 10}).Want(http.StatusCreated)
	p.wantMails("pending", confirmed)
	p.PayPal.SettleRefund(p.refund(1).PayPalID, "COMPLETED")
	p.reconcileOften()
	p.wantMails("done", confirmed, refunded)
	if text := p.latestMail().Text; !strings.Contains(text, "€10.00") {
		t.Errorf("the mail says %s", text)
	}
	operator.Post(refunds, shoptest.Body{}).Want(http.StatusCreated)
	p.reconcileOften()
	p.wantMails("the rest", confirmed, refunded, refunded)
	if text := p.latestMail().Text; !strings.Contains(text, "€12.20") {
		t.Errorf("the mail says %s", text)
	}
}

// refund returns one of the operator's refunds of the first payment, oldest first.
func (p *postedTill) refund(i int) payment.Refund {
	p.t.Helper()
	details, err := p.DB.PaymentDetails(p.t.Context(), 1)
	if err != nil || len(details.Refunds) <= i {
		p.t.Fatalf("refunds %+v, %v", details.Refunds, err)
	}
	return details.Refunds[i]
}

// T54, W30: what strangers make the shop write about payments counts towards the limit
// of the address, and is held beyond it.
func TestT54_W30_MailsAboutPaymentsAreLimited(t *testing.T) {
	t.Parallel()
	p := startPostedTill(t, shoptest.MailLimit(message.MailLimit{PerHour: 2}))
	for range 3 {
		p.pending()
	}
	p.wantMails("beyond the limit", pendingSubjects["de"], pendingSubjects["de"])
	held, err := p.DB.Messages(t.Context(), message.Filter{State: message.Held})
	if err != nil || len(held.Messages) != 1 || held.Messages[0].Kind != message.KindPaymentPending {
		t.Errorf("held %+v, %v", held.Messages, err)
	}
}

// T54, X1, D3: mails about a payment that became no order are in the buyer's data, and
// go with its basket: with the account, or after a fortnight.
func TestT54_X1_D3_MailsGoWithTheBasket(t *testing.T) {
	t.Parallel()
	p := startPostedTill(t, shoptest.SignIn())
	c := p.Customer("google", anna)
	guest := p.pending()
	p.customer = c
	mine := p.pending()
	for _, id := range []string{guest, mine} {
		p.PayPal.Settle(p.payment(id).Capture.ID, "DECLINED")
	}
	p.reconcile(time.Hour)
	p.reconcile(8 * time.Hour)
	p.reconcile(payment.FinalReadAgain)
	if data := c.Get("/api/konto/daten").Want(http.StatusOK).Text(); strings.Count(data, "PayPal hat Ihre Zahlung abgelehnt") == 0 ||
		strings.Contains(data, p.payment(guest).Number) {
		t.Errorf("the data: %s", data)
	}
	c.SignIn("google", anna).Want(http.StatusSeeOther)
	erase(c).Want(http.StatusOK)
	p.wantMailsAbout(mine, 0)
	p.wantMailsAbout(guest, 2)
	p.reconcile(payment.BasketLife)
	p.wantMailsAbout(guest, 0)
}

// wantMailsAbout checks how many messages about a payment are stored.
func (p *postedTill) wantMailsAbout(id string, want int) {
	p.t.Helper()
	db := plainly(p.t, p.Shop)
	defer db.Close()
	var got int
	if err := db.QueryRow(`SELECT count(*) FROM mails WHERE vorgang = $1`, p.payment(id).ID).Scan(&got); err != nil || got != want {
		p.t.Errorf("%d messages about %s, %v; want %d", got, id, err, want)
	}
}
