package web_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"kontor/internal/shop/audit"
	"kontor/internal/web"
	administration "kontor/internal/web/office"
	"kontor/tests/shoptest"
)

const conditionAPI = "/api/verwaltung/zustand"

// doctor finds the same each time, and counts how often it was asked.
type doctor struct {
	condition administration.Condition
	alarming  bool
	asked     int
}

func (d *doctor) Alarming() bool { return d.alarming }

func (d *doctor) Examine(context.Context) administration.Condition {
	d.asked++
	return d.condition
}

// attended starts a shop with a doctor.
func attended(t *testing.T, d *doctor) *shoptest.Shop {
	t.Helper()
	s := shoptest.Start(t, shoptest.Web(func(o *web.Options) { o.Doctor = d }))
	d.condition.Examined = s.Clock.Now()
	return s
}

// The navigation has one entry for three pages, each of which leads to the others and
// marks itself.
func TestConditionLeadsToLogAndSessions(t *testing.T) {
	t.Parallel()
	s := attended(t, new(doctor))
	near := []string{"/verwaltung/zustand/", "/verwaltung/protokoll/", "/verwaltung/sitzungen/"}
	for _, path := range near {
		page := s.Operator().Get(path).Want(http.StatusOK).Text()
		bar, rest, _ := strings.Cut(page, "</header>")
		_, row, _ := strings.Cut(rest, `<nav class="near"`)
		row, _, _ = strings.Cut(row, "</nav>")
		for _, other := range near {
			if mark := `href="` + other + `" aria-current="page"`; strings.Contains(row, mark) != (other == path) || !strings.Contains(row, `href="`+other) {
				t.Errorf("%s shows %s", path, row)
			}
		}
		if strings.Count(bar, "aria-current") != 1 || !strings.Contains(bar, `href="/verwaltung/zustand/" aria-current`) || strings.Contains(bar, near[1]) {
			t.Errorf("%s is marked as %s", path, bar)
		}
	}
	if page := s.Operator().Get("/verwaltung/").Text(); strings.Contains(page, `class="near"`) {
		t.Error("a page that leads nowhere has a second row")
	}
}

// Operators read what the doctor found, and every page of the administration shows that
// something is wrong; nobody else learns of it.
func TestConditionIsForOperators(t *testing.T) {
	t.Parallel()
	d := &doctor{condition: administration.Condition{
		Findings: []administration.Finding{{Check: "platz", Level: "fehler", Text: "1 Byte frei", Remedy: "Platz schaffen"}},
		Services: []administration.Service{{Name: "PayPal", On: true, Text: "Kunden können mit PayPal zahlen."}},
		Copy:     &administration.Copy{At: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Path: "/mnt/kopie.tar.zst", Bytes: 2345678, Orders: 42, Verified: true},
		Audit:    audit.Head{Nr: 318, Hash: "7c1e09a4d1b2"},
	}}
	s := attended(t, d)
	s.Operator().Get(conditionAPI).Want(http.StatusOK).WantJSON(`{"ok":true,"geprueft_at":"2026-11-21T09:15:00.123Z",
		"befunde":[{"pruefung":"platz","stufe":"fehler","text":"1 Byte frei","abhilfe":"Platz schaffen"}],
		"dienste":[{"name":"PayPal","an":true,"text":"Kunden können mit PayPal zahlen."}],
		"sicherung":{"zeit":"2026-11-21T09:00:00.000Z","datei":"/mnt/kopie.tar.zst","bytes":2345678,"bestellungen":42,"geprueft":true,"verschluesselt":false},
		"protokoll":{"nr":318,"hash":"7c1e09a4d1b2"}}`)
	asked := d.asked
	for _, stranger := range []*shoptest.Client{s.Anonymous(), s.Visitor()} {
		stranger.Get(conditionAPI).Want(http.StatusUnauthorized)
		if page := stranger.Get("/verwaltung/zustand/"); page.Status == http.StatusOK {
			t.Errorf("a stranger sees the page: %d", page.Status)
		}
	}
	const sign = `<b class="alarm"><span class="unseen">Fehler</span></b>`
	for _, alarming := range []bool{false, true} {
		d.alarming = alarming
		for _, path := range []string{"/verwaltung/", "/verwaltung/produkte/", "/verwaltung/zustand/"} {
			if shown := strings.Count(s.Operator().Get(path).Want(http.StatusOK).Text(), sign); (shown == 1) != alarming {
				t.Errorf("%s shows %d signs, alarming: %v", path, shown, alarming)
			}
		}
	}
	if d.asked != asked {
		t.Error("a page or a stranger caused an examination")
	}
}
