package web_test

import (
	"strings"
	"testing"

	"kontor/tests/shoptest"
)

const (
	categoriesPath = "/api/verwaltung/kategorien"
	makersPath     = "/api/verwaltung/hersteller"
	groupsPath     = "/api/verwaltung/produktgruppen"
)

func TestShelfLifeCycles(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	admin := s.Operator()
	for _, tt := range []struct{ path, list, one, create, created, change, changed, missing string }{
		{
			categoriesPath, "kategorien", "kategorie", `{"slug":"garn","name_de":" Garne ","textil":true,"grundpreis_art":"g","position":2}`,
			`{"slug":"garn","name_de":"Garne","name_en":"","name_fr":"","name_it":"","suchwoerter_de":"","suchwoerter_en":"","suchwoerter_fr":"",
				"suchwoerter_it":"","position":2,"textil":true,"grundpreis_art":"g","google_kategorie":"","version":1}`,
			`{"name_fr":"Fils","suchwoerter_de":"wolle","slug":"garn","version":1}`,
			`{"slug":"garn","name_de":"Garne","name_en":"","name_fr":"Fils","name_it":"","suchwoerter_de":"wolle","suchwoerter_en":"","suchwoerter_fr":"",
				"suchwoerter_it":"","position":2,"textil":true,"grundpreis_art":"g","google_kategorie":"","version":2}`,
			"Kategorie nicht gefunden.",
		},
		{
			makersPath, "hersteller", "hersteller", `{"slug":"garn","name":"Spinnerei","anschrift":"Weg 1\n1234 Bern","kontakt":"a@b.de","land":"CH"}`,
			`{"slug":"garn","name":"Spinnerei","marke":"","anschrift":"Weg 1\n1234 Bern","kontakt":"a@b.de","land":"CH","eu_name":"","eu_anschrift":"","eu_kontakt":"","version":1}`,
			`{"eu_name":"Vertreter"}`,
			`{"slug":"garn","name":"Spinnerei","marke":"","anschrift":"Weg 1\n1234 Bern","kontakt":"a@b.de","land":"CH","eu_name":"Vertreter","eu_anschrift":"","eu_kontakt":"","version":2}`,
			"Hersteller nicht gefunden.",
		},
		{
			groupsPath, "produktgruppen", "produktgruppe", `{"slug":"garn","name_de":"Garn","merkmal1":"farbe"}`,
			`{"slug":"garn","name_de":"Garn","name_en":"","name_fr":"","name_it":"","merkmal1":"farbe","merkmal2":"","version":1}`,
			`{"merkmal2":"staerke"}`,
			`{"slug":"garn","name_de":"Garn","name_en":"","name_fr":"","name_it":"","merkmal1":"farbe","merkmal2":"staerke","version":2}`,
			"Gruppe nicht gefunden.",
		},
	} {
		admin.Get(tt.path).WantJSON(`{"ok":true,"` + tt.list + `":[]}`)
		created := admin.Post(tt.path, tt.create).Want(201)
		created.WantJSON(`{"ok":true,"` + tt.one + `":` + tt.created + `}`)
		if tag := created.Header.Get("ETag"); tag != `"1"` {
			t.Errorf("ETag %s", tag)
		}
		admin.Post(tt.path, tt.create).WantError(409, "Dieses Kürzel ist schon vergeben.")
		admin.Patch(tt.path+"/garn", `{}`).WantError(400, nothingToDo)
		admin.Patch(tt.path+"/garn", `{"slug":"anders"}`).WantError(400, "„slug“ muss unverändert sein.")
		admin.Patch(tt.path+"/garn", tt.change, `If-Match: "1"`).WantJSON(`{"ok":true,"` + tt.one + `":` + tt.changed + `}`)
		admin.Patch(tt.path+"/garn", tt.change, `If-Match: "1"`).WantError(412, stale)
		admin.Get(tt.path).WantJSON(`{"ok":true,"` + tt.list + `":[` + tt.changed + `]}`)
		admin.Get(tt.path + "/garn").WantJSON(`{"ok":true,"` + tt.one + `":` + tt.changed + `}`)
		admin.Delete(tt.path+"/garn", `If-Match: "1"`).WantError(412, stale)
		admin.Delete(tt.path+"/garn", `If-Match: "2"`).WantJSON(`{"ok":true}`)
		admin.Delete(tt.path+"/garn").WantError(404, tt.missing)
		admin.Get(tt.path+"/garn").WantError(404, tt.missing)
		admin.Patch(tt.path+"/garn", tt.change).WantError(404, tt.missing)
	}
	log := admin.Get("/api/verwaltung/protokoll").Text()
	for _, entry := range []string{"kategorie garn", "hersteller garn", "produktgruppe garn", "eu_name geändert", "gelöscht"} {
		if !strings.Contains(log, entry) {
			t.Errorf("the audit log lacks %q", entry)
		}
	}
}

func TestShelfRefusals(t *testing.T) {
	t.Parallel()
	admin := shoptest.Start(t).Operator()
	for _, tt := range []struct{ path, body, text string }{
		{categoriesPath, `{"slug":"a"}`, "Der deutsche Name fehlt."},
		{categoriesPath, `{"slug":"A","name_de":"A"}`, "Das Kürzel darf nur Kleinbuchstaben, Ziffern und Bindestriche enthalten."},
		{categoriesPath, `{"slug":"a","name_de":"A","grundpreis_art":"kg"}`, "„grundpreis_art“ muss leer, g, ml, cm oder cm2 sein."},
		{categoriesPath, `{"slug":"a","name_de":"A","position":-1}`, "„position“ muss eine ganze Zahl von 0 an sein."},
		{categoriesPath, `{"slug":"a","name_de":"A","textil":1}`, "„textil“ muss true oder false sein."},
		{makersPath, `{"slug":"a"}`, "Der Name fehlt."},
		{makersPath, `{"slug":"a","name":"A","land":"de"}`, "„land“ muss aus zwei Großbuchstaben bestehen, wie DE, oder leer sein."},
		{makersPath, `{"slug":"a","name":"A","kontakt":"javascript:alert(1)"}`, "„kontakt“ muss eine E-Mail-Adresse, eine Adresse im Web wie https://example.org/ oder leer sein."},
		{groupsPath, `{"slug":"a","name_de":"A","merkmal1":"geruch"}`, "Merkmale sind farbe, groesse, laenge, staerke und muster."},
		{groupsPath, `{"slug":"a","name_de":"A","merkmal1":"farbe","merkmal2":"farbe"}`, "Die beiden Merkmale müssen verschieden sein."},
	} {
		admin.Post(tt.path, tt.body).WantError(400, tt.text)
		admin.Get(tt.path + "/a").Want(404)
	}
}
