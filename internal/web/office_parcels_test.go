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

const dispatchPath = ordersPath + "/1/sendungen"

// F34: parcels are entered as they leave, and refused where they do not fit; the order
// shows how much of it has left.
func TestF34_Parcels(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	admin := s.Operator()
	for range 2 {
		s.Visitor().PostOrder(shoptest.Order()).Want(201)
	}
	for _, body := range []string{
		`{}`, `[]`, `{"traeger":"ups"}`, `{"traeger":7}`, `{"traeger":"dhl","nummer":"<b>"}`, `{"traeger":"dhl","nummer":"../x"}`,
		`{"traeger":"dhl","nummer":"` + strings.Repeat("1", 41) + `"}`, `{"traeger":"dhl","versandt_am":"gestern"}`, `{"traeger":"dhl","artikel":[]}`,
		`{"traeger":"dhl","artikel":[{"position":1}]}`, `{"traeger":"dhl","artikel":[{"position":1,"menge":1.5}]}`, `{"traeger":"dhl","artikel":7}`, `{"traeger":"dhl","mail":1}`,
		`{"traeger":"dhl","trotzOffen":true,"artikel":[{"position":1,"menge":-1}]}`,
	} {
		if got := admin.Post(dispatchPath, body); got.Status != 400 {
			t.Errorf("%s: %d %s", body, got.Status, got.Text())
		}
	}
	admin.Post(dispatchPath, `{"traeger":"dhl"}`).WantError(409, "Die Bestellung ist noch nicht bezahlt. Wer sie trotzdem versendet, bestätigt das eigens.")
	for body, why := range map[string]string{
		`{"traeger":"dhl","trotzOffen":true,"artikel":[{"position":3,"menge":1}]}`:                          "Eine Position 3 hat die Bestellung nicht.",
		`{"traeger":"dhl","trotzOffen":true,"artikel":[{"position":1,"menge":3}]}`:                          "Von Position 1 sind nur noch 2 Stück zu versenden.",
		`{"traeger":"dhl","trotzOffen":true,"artikel":[{"position":1,"menge":1},{"position":1,"menge":2}]}`: "Von Position 1 sind nur noch 1 Stück zu versenden.",
		`{"traeger":"dhl","trotzOffen":true,"versandt_am":"2026-11-20"}`:                                    "Versandt wurde frühestens am Tag der Bestellung und spätestens heute.",
		`{"traeger":"dhl","trotzOffen":true,"versandt_am":"2026-11-22"}`:                                    "Versandt wurde frühestens am Tag der Bestellung und spätestens heute.",
	} {
		admin.Post(dispatchPath, body).WantError(409, why)
	}
	if fresh := admin.Get(ordersPath + "/1").Want(200).Text(); !strings.Contains(fresh, `"versand":"offen"`) || !strings.Contains(fresh, `"sendungen":[]`) || !strings.Contains(fresh, `"version":1,`) {
		t.Fatalf("after refusals: %s", fresh)
	}

	admin.Patch(ordersPath+"/1", `{"status":"bezahlt"}`).Want(200)
	part := admin.Post(dispatchPath, `{"traeger":"dhl","nummer":" 0034 0434 ","artikel":[{"position":1,"menge":1}]}`).Want(201)
	for _, want := range []string{`"versand":"teilweise"`, `"nummer":"00340434"`, `piececode=00340434"`, `"versandt_am":"2026-11-21"`, `"text":"Sendung mit DHL 00340434, versandt am 21.11.2026"`} {
		if !strings.Contains(part.Text(), want) {
			t.Errorf("%s is missing in %s", want, part.Text())
		}
	}
	tag := part.Header.Get("ETag")
	admin.Post(dispatchPath, `{"traeger":"dhl","nummer":"00340434"}`).WantError(409, "Diese Sendung ist schon eingetragen.")
	rest := admin.Post(dispatchPath, `{"traeger":"andere","artikel":null}`, "If-Match: "+tag).Want(201)
	if !strings.Contains(rest.Text(), `"versand":"versandt"`) || !strings.Contains(rest.Text(), `"artikel":[{"position":1,"menge":1},{"position":2,"menge":1}]`) {
		t.Errorf("the rest: %s", rest.Text())
	}
	admin.Post(dispatchPath, `{"traeger":"andere"}`, "If-Match: "+tag).WantError(412, "Der Eintrag wurde inzwischen geändert. Bitte neu laden.")
	admin.Post(dispatchPath, `{"traeger":"andere"}`).WantError(409, "Von dieser Bestellung ist schon alles versandt.")

	admin.Patch(ordersPath+"/2", `{"status":"storniert"}`).Want(200)
	admin.Post(ordersPath+"/2/sendungen", `{"traeger":"dhl","trotzOffen":true}`).WantError(409, "Die Bestellung ist storniert. Sie wird nicht versandt.")
	admin.Post(ordersPath+"/3/sendungen", `{"traeger":"dhl"}`).WantError(404, "Bestellung nicht gefunden.")
	s.Anonymous().Post(dispatchPath, `{"traeger":"dhl"}`).Want(401)

	for state, want := range map[string]int{"offen": 1, "teilweise": 0, "versandt": 1, "zugestellt": 0} {
		if n := len(admin.Get(ordersPath + "?versand=" + state).Want(200).JSON()["orders"].([]any)); n != want {
			t.Errorf("%s: %d orders", state, n)
		}
	}
	admin.Get(ordersPath + "?versand=verloren").Want(400)
}

// F34: what became of a parcel is noted, and one that was entered by mistake counts no
// more.
func TestF34_WhatBecameOfParcels(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	admin := s.Operator()
	s.Visitor().PostOrder(shoptest.Order()).Want(201)
	admin.Post(dispatchPath, `{"traeger":"post_at","nummer":"1","trotzOffen":true}`).Want(201)
	const parcel = "/api/verwaltung/sendungen/1"
	for _, body := range []string{`{}`, `{"nummer":"a b<"}`, `{"zugestellt_am":"x"}`, `{"zurueckgenommen":"ja"}`} {
		if got := admin.Patch(parcel, body); got.Status != 400 {
			t.Errorf("%s: %d %s", body, got.Status, got.Text())
		}
	}
	for _, day := range []string{"2026-11-20", "2026-11-22"} {
		admin.Patch(parcel, `{"zugestellt_am":"`+day+`"}`).WantError(409, "Zugestellt wurde frühestens am Tag des Versands und spätestens heute.")
	}
	arrived := admin.Patch(parcel, `{"zugestellt_am":"2026-11-21","nummer":"2"}`).Want(200).Text()
	for _, want := range []string{`"versand":"zugestellt"`, `"nummer":"2"`, "heißt jetzt Sendung mit Österreichische Post 2; ", "zugestellt am 21.11.2026"} {
		if !strings.Contains(arrived, want) {
			t.Errorf("%s is missing in %s", want, arrived)
		}
	}
	if again := admin.Patch(parcel, `{"zugestellt_am":null}`).Want(200).Text(); !strings.Contains(again, `"versand":"versandt"`) {
		t.Errorf("not arrived after all: %s", again)
	}
	if back := admin.Patch(parcel, `{"zurueckgenommen":true}`).Want(200).Text(); !strings.Contains(back, `"versand":"offen"`) || !strings.Contains(back, `"zurueckgenommen_at":"2026-11-21T`) {
		t.Errorf("taken back: %s", back)
	}
	admin.Patch(parcel, `{"zugestellt_am":"2026-11-21"}`).WantError(409, "Diese Sendung wurde zurückgenommen.")
	admin.Patch("/api/verwaltung/sendungen/2", `{"zurueckgenommen":true}`).WantError(404, "Sendung nicht gefunden.")
	s.Anonymous().Patch(parcel, `{"zurueckgenommen":true}`).Want(401)
	admin.Post(dispatchPath, `{"traeger":"post_at","nummer":"1","trotzOffen":true}`).Want(201)
}

// F34: the customer gets one message about each parcel that counts, in the language of
// the order, with the carrier's page; none about a refused one, or where the operator
// wants none.
func TestF34_MailAboutParcels(t *testing.T) {
	t.Parallel()
	sink := mailtest.StartResend(t, "re_123")
	s := shoptest.Start(t, shoptest.Mail(mail.Options{ResendKey: "re_123", ResendURL: sink.URL()}))
	admin := s.Operator()
	s.Visitor().PostOrder(shoptest.Order(shoptest.Set("sprache", "fr"))).Want(201)
	admin.Patch(ordersPath+"/1", `{"status":"bezahlt"}`).Want(200)
	admin.Post(dispatchPath, `{"traeger":"post_ch","nummer":"99.60.1","artikel":[{"position":1,"menge":2}]}`).Want(201)
	admin.Post(dispatchPath, `{"traeger":"post_ch","nummer":"99.60.1"}`).Want(409)
	admin.Post(dispatchPath, `{"traeger":"dhl","mail":false}`).Want(201)
	shoptest.Eventually(t, func() bool { return strings.Contains(admin.Get(mailsPath).Text(), `"offen":0`) })
	sent := slices.DeleteFunc(sink.Messages(), func(m mailtest.Received) bool { return !strings.Contains(m.Subject, "en route") })
	if len(sent) != 1 {
		t.Fatalf("%d messages: %+v", len(sent), sent)
	}
	for _, want := range []string{"https://service.post.ch/ekp-web/ui/entry/search/99.60.1", "2 × Artikel merinowolle-petrol", "Le reste vous sera envoyé séparément", "Schweizerische Post"} {
		if !strings.Contains(sent[0].Text, want) {
			t.Errorf("%q is missing in %s", want, sent[0].Text)
		}
	}
	if strings.Contains(sent[0].Text, "stricknadeln") {
		t.Errorf("names what is not in the parcel: %s", sent[0].Text)
	}
	list := admin.Get(mailsPath).Want(http.StatusOK).Text()
	if strings.Count(list, `"art":"kunde_versandt"`) != 1 || !strings.Contains(list, `"bezeichnung":"Versandmeldung"`) {
		t.Errorf("the outbox has %s", list)
	}
}
