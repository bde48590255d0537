package web_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"kontor/internal/mail"
	"kontor/internal/shop"
	"kontor/internal/shop/tax"
	"kontor/internal/web"
	"kontor/tests/mailtest"
	"kontor/tests/shoptest"
)

// risingRates is a shop on the 30th of December whose rate rises with the new year.
func risingRates(t *testing.T, more ...shoptest.Option) *shoptest.Shop {
	return shoptest.Start(t, append(more, shoptest.StartAt(time.Date(2026, 12, 30, 9, 0, 0, 0, time.UTC)), shoptest.Web(func(o *web.Options) {
		o.Seller.TaxID = "1/2/3"
		o.Tax.Rates = tax.Lawful.With(tax.Rates{{Country: "de", Class: tax.Standard, Rate: 190}, {Country: "de", Class: tax.Standard, From: "2027-01-01", Rate: 210}})
	}))...)
}

// F22: ordered and paid on the 30th of December, dispatched on the 2nd of January: the
// rate is the new one. Until then there is no invoice. It is in the customer's mail, byte
// for byte, under a name in their language.
func TestF22_DispatchIssuesTheInvoice(t *testing.T) {
	t.Parallel()
	sink := mailtest.StartResend(t, "re_123")
	s := risingRates(t, shoptest.Mail(mail.Options{ResendKey: "re_123", ResendURL: sink.URL()}))
	admin := s.Operator()
	s.Visitor().PostOrder(shoptest.Order(shoptest.Set("sprache", "fr"))).Want(201)
	admin.Patch(ordersPath+"/1", `{"status":"bezahlt"}`).Want(200)
	s.Clock.Advance(3 * 24 * time.Hour)
	admin = s.Operator()
	admin.Post(dispatchPath, `{"traeger":"dhl","nummer":"1","artikel":[{"position":1,"menge":1}]}`).Want(201)
	admin.Get(ordersPath+"/1/rechnung.pdf").WantError(404, "Rechnung noch nicht ausgestellt.")
	last := admin.Post(dispatchPath, `{"traeger":"dhl","nummer":"2"}`).Want(201).Text()
	for _, want := range []string{`"nummer":"RE-2027-00001"`, `"vorschlaege":[]`, `"ankunft_am":"2027-01-05","geschaetzt":true`} {
		if !strings.Contains(last, want) {
			t.Errorf("%s is missing in %s", want, last)
		}
	}
	program := admin.Get(ordersPath + "/1/rechnungen/RE-2027-00001.xml").Want(200).Text()
	for _, want := range []string{"<ram:RateApplicablePercent>21.00<", `<udt:DateTimeString format="102">20270102</udt:DateTimeString>
    </ram:OccurrenceDateTime>`} {
		if !strings.Contains(program, want) {
			t.Errorf("%s is missing in %s", want, program)
		}
	}
	shoptest.Eventually(t, func() bool { return strings.Contains(admin.Get(mailsPath).Text(), `"offen":0`) })
	pdf := admin.Get(ordersPath + "/1/rechnung.pdf").Want(200).Text()
	sent := slices.DeleteFunc(sink.Messages(), func(m mailtest.Received) bool { return !strings.Contains(m.Subject, "en route") })
	if len(sent) != 2 || len(sent[0].Attached) != 0 || sent[1].Attached["Facture RE-2027-00001.pdf"] != pdf || len(sent[1].Attached) != 1 {
		t.Errorf("%d messages: %+v", len(sent), sent)
	}
	if !strings.Contains(sent[1].Text, "Facture RE-2027-00001.pdf") {
		t.Errorf("the message does not mention it: %s", sent[1].Text)
	}
}

// F22: an invoice that was issued by hand before stays the only one; if another rate is
// due when the goods leave, its cancellation is proposed, and the next one has the rate
// of that day.
func TestF22_AnInvoiceFromBeforeDispatch(t *testing.T) {
	t.Parallel()
	s := risingRates(t)
	admin := s.Operator()
	for _, id := range []string{"/1", "/2"} {
		s.Visitor().PostOrder(shoptest.Order()).Want(201)
		admin.Patch(ordersPath+id, `{"status":"bezahlt"}`).Want(200)
		admin.Post(ordersPath+id+"/rechnungen", `{"art":"rechnung"}`).Want(201)
	}
	if same := admin.Post(dispatchPath, `{"traeger":"dhl"}`).Want(201).Text(); !strings.Contains(same, `"vorschlaege":[]`) || strings.Contains(same, "RE-2026-00003") {
		t.Errorf("at the same rate: %s", same)
	}
	s.Clock.Advance(3 * 24 * time.Hour)
	admin = s.Operator()
	late := admin.Post(ordersPath+"/2/sendungen", `{"traeger":"dhl"}`).Want(201).Text()
	if !strings.Contains(late, `"anlass":"steuer RE-2026-00002","art":"storno"`) || strings.Contains(late, "RE-2027") {
		t.Errorf("at another rate: %s", late)
	}
	admin.Post(ordersPath+"/2/rechnungen", `{"art":"storno","anlass":"steuer RE-2026-00002"}`).Want(201)
	admin.Post(ordersPath+"/2/rechnungen", `{"art":"rechnung"}`).Want(201)
	if got := admin.Get(ordersPath + "/2/rechnungen/RE-2027-00002.xml").Want(200).Text(); !strings.Contains(got, ">21.00<") || !strings.Contains(got, "20270102") {
		t.Errorf("the next invoice: %s", got)
	}
}

// The day of supply is the arrival, by estimate, where the tax is the destination's.
func TestF22_SuppliedWhereItArrives(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.Web(func(o *web.Options) {
		o.Seller = shop.Seller{Name: "Wolle", VATID: "DE123456789"}
		o.Tax.OSSFrom = "2026-01-01"
	}))
	admin := s.Operator()
	s.Visitor().PostOrder(shoptest.Order(shoptest.Set("land", "at"))).Want(201)
	admin.Post(dispatchPath, `{"traeger":"post_at","trotzOffen":true}`).Want(201)
	got := admin.Get(ordersPath + "/1/rechnungen/RE-2026-00001.xml").Want(200).Text()
	// Saturday, 21 November, and four working days.
	if !strings.Contains(got, ">20261126<") || !strings.Contains(got, ">20.00<") {
		t.Errorf("%s", got)
	}
}
