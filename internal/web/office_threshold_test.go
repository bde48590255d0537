package web_test

import (
	"fmt"
	"strings"
	"testing"

	"kontor/tests/mailtest"
	"kontor/tests/shoptest"
)

const thresholdPath = "/api/verwaltung/steuer/fernverkauf"

// threshold is what the tests read of the route's answer.
type thresholdAnswer struct {
	Zielland bool
	Offen    struct {
		Anzahl int
		Summe  float64
	}
	Jahre []struct {
		Jahr                       int
		Ausgestellt, Andere, Summe float64
		Prozent                    int
		Zielland                   bool
		ZiellandAb                 *string `json:"zielland_ab"`
	}
}

// ordered places an order for one piece, which is paid.
func ordered(s *shoptest.Shop, admin *shoptest.Client, id int, country string, euro float64) {
	s.Visitor().PostOrder(shoptest.Order(shoptest.Set("land", country), shoptest.Items(shoptest.Item("garn-rot", 1, euro)))).Want(201)
	admin.Patch(fmt.Sprintf("%s/%d", ordersPath, id), `{"status":"bezahlt"}`).Want(200)
}

func issued(admin *shoptest.Client, id int) {
	admin.Post(fmt.Sprintf("%s/%d/rechnungen", ordersPath, id), `{"art":"rechnung"}`).Want(201)
}

// F16: the operator sees what counts, adds what other channels sold, with both amounts in
// the log, and gets one mail at 80 % and one at the crossing, after which invoices have
// the destination's tax.
func TestF16_TheOperatorSeesTheThreshold(t *testing.T) {
	t.Parallel()
	p := startPost(t, mailtest.None)
	admin := p.operator
	const year = 2026
	see := func() (got thresholdAnswer) {
		t.Helper()
		admin.Get(thresholdPath).Want(200).Into(&got)
		return got
	}
	state := func(year int, euro string) string { return fmt.Sprintf(`{"jahr":%d,"betrag":%s}`, year, euro) }
	for _, body := range []string{
		`{}`, `[]`, `{"jahr":2026}`, `{"betrag":5}`, state(year, `"5"`), state(year, "-0.01"), state(year, "1e10"), state(year+1, "5"), state(year-2, "5"),
		fmt.Sprintf(`{"jahr":%d.5,"betrag":5}`, year), state(year, "5,\"netto\":5"),
	} {
		if got := admin.Post(thresholdPath, body); got.Status != 400 {
			t.Errorf("%s: %d %s", body, got.Status, got.Text())
		}
	}
	ordered(p.Shop, admin, 1, "at", 100)
	ordered(p.Shop, admin, 2, "at", 100)
	if got := see(); got.Zielland || got.Offen.Anzahl != 2 || got.Offen.Summe != 168.06 || len(got.Jahre) != 2 || got.Jahre[0].Summe != 0 {
		t.Errorf("before: %+v", got)
	}
	admin.Post(thresholdPath, state(year, "9915.97")).Want(200)
	issued(admin, 1)
	if got := see(); got.Zielland || got.Offen.Anzahl != 1 || got.Jahre[0].Ausgestellt != 84.03 || got.Jahre[0].Summe != 10_000 || got.Jahre[0].Prozent != 100 {
		t.Errorf("at the threshold: %+v", got)
	}
	issued(admin, 2)
	if got := see(); !got.Zielland || !got.Jahre[0].Zielland || got.Jahre[0].ZiellandAb == nil || got.Jahre[1].Zielland {
		t.Errorf("past it: %+v", got)
	}
	admin.Post(thresholdPath, state(year, "0")).Want(200)
	if got := see(); !got.Zielland || got.Jahre[0].Summe != 168.06 {
		t.Errorf("with less from other channels: %+v", got)
	}
	var subjects []string
	for _, m := range p.provider.Messages() {
		if strings.Contains(m.Subject, "EU-Fernverkauf") {
			subjects = append(subjects, m.Subject)
		}
	}
	want := []string{fmt.Sprintf("EU-Fernverkauf %d: 80 %% der Schwelle erreicht", year), fmt.Sprintf("EU-Fernverkauf %d: Schwelle überschritten, jetzt Steuer des Ziellandes", year)}
	if strings.Join(subjects, "\n") != strings.Join(want, "\n") {
		t.Errorf("mails: %q", subjects)
	}
	log := admin.Get("/api/verwaltung/protokoll?aktion=fernverkauf").Want(200).Text()
	for _, want := range []string{fmt.Sprintf(`"gegenstand":"jahr %d"`, year), `"von":"0,00 €","nach":"9.915,97 €"`, `"von":"9.915,97 €","nach":"0,00 €"`} {
		if !strings.Contains(log, want) {
			t.Errorf("%s is missing in %s", want, log)
		}
	}
	p.Anonymous().Get(thresholdPath).Want(401)
	p.Anonymous().Post(thresholdPath, state(year, "1")).Want(401)
}
