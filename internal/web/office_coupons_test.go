package web_test

import (
	"testing"

	"kontor/tests/shoptest"
)

const (
	couponMissing = "Gutschein nicht gefunden."
	stale         = "Der Eintrag wurde inzwischen geändert. Bitte neu laden."
	nothingToDo   = "Die Anfrage enthält keine Änderung."
)

func TestCouponLifeCycle(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	admin := s.Operator()
	admin.Get(couponsPath).WantJSON(`{"ok":true,"gutscheine":[]}`)

	created := admin.Post(couponsPath, `{"code":" winter 10 ","art":"prozent","wert":10}`).Want(201)
	created.WantJSON(`{"ok":true,"gutschein":{"code":"WINTER 10","einmalig_pro_person":false,"aktiv":true,"art":"prozent",
		"wert":10,"gueltig_von":null,"gueltig_bis":null,"mindestsumme":0,"max_einloesungen":null,"einloesungen":0,"demo":false,"version":1}}`)
	if tag := created.Header.Get("ETag"); tag != `"1"` {
		t.Errorf("ETag %s", tag)
	}
	admin.Post(couponsPath, `{"code":"Winter 10","art":"betrag","wert":1}`).WantError(409, "Diesen Gutscheincode gibt es schon.")

	changed := admin.Patch(couponsPath+"/winter%2010", `{"einmalig_pro_person":true,"gueltig_von":"2026-11-01",
		"gueltig_bis":"2026-12-31","mindestsumme":5.5,"max_einloesungen":2,"code":"winter 10","einloesungen":99}`, `If-Match: "1"`).Want(200)
	const whole = `{"code":"WINTER 10","einmalig_pro_person":true,"aktiv":true,"art":"prozent","wert":10,
		"gueltig_von":"2026-11-01","gueltig_bis":"2026-12-31","mindestsumme":5.5,"max_einloesungen":2,"einloesungen":0,"demo":false,"version":2}`
	changed.WantJSON(`{"ok":true,"gutschein":` + whole + `}`)
	admin.Get(couponsPath).WantJSON(`{"ok":true,"gutscheine":[` + whole + `]}`)
	admin.Patch(couponsPath+"/WINTER%2010", `{"aktiv":false}`, `If-Match: "1"`).WantError(412, stale)

	s.Visitor().PostOrder(shoptest.Order(shoptest.Set("gutscheinCode", "winter 10"))).Want(201)
	var got struct{ Gutscheine []struct{ Einloesungen int } }
	if admin.Get(couponsPath).Into(&got); got.Gutscheine[0].Einloesungen != 1 {
		t.Errorf("used %+v", got)
	}
	admin.Delete(couponsPath+"/WINTER%2010").WantError(409, "Dieser Gutschein wurde schon eingelöst und kann nur deaktiviert werden.")
	admin.Patch(couponsPath+"/WINTER%2010", `{"gueltig_von":null,"gueltig_bis":null,"max_einloesungen":null,"aktiv":false}`).Want(200)
	s.Visitor().PostOrder(shoptest.Order(shoptest.Set("gutscheinCode", "WINTER 10"))).WantError(400, "Dieser Gutschein ist ungültig oder abgelaufen.")

	admin.Post(couponsPath, `{"code":"NIE","art":"betrag","wert":1,"aktiv":false}`).Want(201)
	admin.Patch(couponsPath+"/nie", `{"wert":2}`).Want(200)
	admin.Delete(couponsPath+"/nie", `If-Match: "1"`).WantError(412, stale)
	admin.Delete(couponsPath+"/nie", `If-Match: W/"2"`).WantError(412, stale)
	admin.Delete(couponsPath+"/nie", `If-Match: "1", "2"`).WantJSON(`{"ok":true}`)
	admin.Delete(couponsPath+"/nie").WantError(404, couponMissing)
	admin.Delete(couponsPath+"/nie", `If-Match: "2"`).WantError(404, couponMissing)
	admin.Patch(couponsPath+"/nie", `{"aktiv":true}`).WantError(404, couponMissing)
}

// TestCouponRefusals: nothing is guessed; a wrong type names its field.
func TestCouponRefusals(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	admin := s.Operator()
	const good = `{"code":"A","art":"betrag","wert":1`
	admin.Post(couponsPath, good+`}`).Want(201)
	for body, text := range map[string]string{
		`"aktiv":1`:                  "„aktiv“ muss true oder false sein.",
		`"aktiv":"true"`:             "„aktiv“ muss true oder false sein.",
		`"aktiv":null`:               "„aktiv“ muss true oder false sein.",
		`"einmalig_pro_person":"ja"`: "„einmalig_pro_person“ muss true oder false sein.",
		`"wert":"10"`:                "„wert“ muss eine Zahl sein.",
		`"wert":null`:                "„wert“ muss eine Zahl sein.",
		`"wert":1e999`:               "„wert“ muss eine Zahl sein.",
		`"wert":0`:                   "Der Wert muss größer als 0 sein.",
		`"wert":-1`:                  "Der Wert muss größer als 0 sein.",
		`"art":"prozent","wert":101`: "Ein Prozentwert liegt zwischen 0 und 100.",
		`"art":5`:                    "„art“ muss ein Text sein.",
		`"art":"geschenk"`:           "Die Art muss „prozent“ oder „betrag“ sein.",
		`"mindestsumme":-1`:          "Die Mindestsumme darf nicht negativ sein.",
		`"mindestsumme":null`:        "„mindestsumme“ muss eine Zahl sein.",
		`"max_einloesungen":1.5`:     "„max_einloesungen“ muss eine ganze Zahl oder null sein.",
		`"max_einloesungen":"2"`:     "„max_einloesungen“ muss eine ganze Zahl oder null sein.",
		`"max_einloesungen":1e300`:   "„max_einloesungen“ muss eine ganze Zahl oder null sein.",
		`"max_einloesungen":-1`:      "Die Zahl der Einlösungen darf nicht negativ sein.",
		`"gueltig_von":"morgen"`:     "„gueltig_von“ muss ein Tag wie 2026-11-21 oder null sein.",
		`"gueltig_bis":"2026-02-30"`: "„gueltig_bis“ muss ein Tag wie 2026-11-21 oder null sein.",
		`"gueltig_bis":""`:           "„gueltig_bis“ muss ein Tag wie 2026-11-21 oder null sein.",
		`"gueltig_bis":20261121`:     "„gueltig_bis“ muss ein Tag wie 2026-11-21 oder null sein.",
		`"gueltig_von":"2026-12-02","gueltig_bis":"2026-12-01"`: "Das Ende der Gültigkeit liegt vor ihrem Anfang.",
	} {
		admin.Post(couponsPath, good+`,"code":"B",`+body+`}`).WantError(400, text)
		admin.Patch(couponsPath+"/A", `{`+body+`}`).WantError(400, text)
	}
	const badCode = `Der Code muss 1 bis 60 druckbare Zeichen haben, ohne / \ ? # %.`
	for _, code := range []string{`""`, `"  "`, `".."`, `"a/b"`, `"50%"`, `"a\u0007b"`} {
		admin.Post(couponsPath, `{"art":"betrag","wert":1,"code":`+code+`}`).WantError(400, badCode)
	}
	admin.Post(couponsPath, `{}`).WantError(400, badCode)
	admin.Post(couponsPath, `{"code":5,"art":"betrag","wert":1}`).WantError(400, "„code“ muss ein Text sein.")
	admin.Patch(couponsPath+"/A", `{"code":"B"}`).WantError(400, "„code“ muss unverändert sein.")
	admin.Patch(couponsPath+"/A", `{}`).WantError(400, nothingToDo)
	admin.Patch(couponsPath+"/A", `{"version":7}`).WantError(400, nothingToDo)
	admin.Patch(couponsPath+"/A", `{"Aktiv":false,"version":7}`).WantError(400, "Unbekanntes Feld „Aktiv“.")
	admin.Patch(couponsPath+"/A", `[]`).WantError(400, badRequest)

	admin.Get(couponsPath).WantJSON(`{"ok":true,"gutscheine":[{"code":"A","einmalig_pro_person":false,"aktiv":true,"art":"betrag",
		"wert":1,"gueltig_von":null,"gueltig_bis":null,"mindestsumme":0,"max_einloesungen":null,"einloesungen":0,"demo":false,"version":1}]}`)
}

// TestParallelCouponChanges: changes of different fields that insist on no
// version are all kept.
func TestParallelCouponChanges(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	admin := s.Operator()
	admin.Post(couponsPath, `{"code":"A","art":"betrag","wert":1}`).Want(201)
	bodies := []string{`{"aktiv":false}`, `{"wert":2}`, `{"mindestsumme":3}`, `{"max_einloesungen":4}`}
	for _, a := range shoptest.Together(len(bodies), func(i int) shoptest.Answer { return admin.Patch(couponsPath+"/A", bodies[i]) }) {
		a.Want(200)
	}
	admin.Get(couponsPath).WantJSON(`{"ok":true,"gutscheine":[{"code":"A","einmalig_pro_person":false,"aktiv":false,"art":"betrag",
		"wert":2,"gueltig_von":null,"gueltig_bis":null,"mindestsumme":3,"max_einloesungen":4,"einloesungen":0,"demo":false,"version":5}]}`)
}
