package web_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/charmap"

	"kontor/internal/demo"
	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/tests/shoptest"
)

const (
	importPath = productsPath + "/import"
	tablePath  = "/api/verwaltung/produkte.csv"
)

// imported is the answer to a file.
func imported(t *testing.T, answer shoptest.Answer) (counts string, wrong []string) {
	t.Helper()
	body := answer.Want(http.StatusOK).JSON()
	for _, e := range body["fehler"].([]any) {
		e := e.(map[string]any)
		wrong = append(wrong, fmt.Sprint(e["zeile"], " ", e["spalte"], " ", e["wert"], ": ", e["text"]))
	}
	return fmt.Sprint(body["zeilen"], " ", body["neu"], " ", body["geaendert"], " ", body["unveraendert"]), wrong
}

func wantImported(t *testing.T, answer shoptest.Answer, want string) {
	t.Helper()
	if counts, wrong := imported(t, answer); counts != want || len(wrong) > 0 {
		t.Errorf("imported %s, want %s: %q", counts, want, wrong)
	}
}

// tableShop is a shop with the demo's catalogue, and texts that are hard to keep.
func tableShop(t *testing.T) (*shoptest.Shop, *shoptest.Client) {
	t.Helper()
	s := shoptest.Start(t, shoptest.Public())
	if _, err := demo.Fill(t.Context(), s.DB, s.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	p := catalogue.Product{Slug: "boese", CategorySlug: "papier", Price: 1234.5, Facts: catalogue.Facts{Safety: catalogue.SafetyOpen, Minimum: 1, Number: "-"},
		Names: map[shop.Language]string{"de": "=cmd|'/C calc'!A0", "en": "'=1+1", "fr": "+33 1; \"deux\"", "it": "@SUM(A1)"},
		Texts: &catalogue.Texts{Description: map[shop.Language]string{"de": "eins\r\nzwei; \"drei\"\n\n- vier", "en": "<script>top.hit=1</script>", "fr": "é€œ", "it": "'tis"}}}
	s.Stock(p)
	return s, s.Operator()
}

// P16: what was exported changes nothing when it is imported again, however many orders
// came in between.
func TestP16_ExportAndImportChangeNothing(t *testing.T) {
	t.Parallel()
	s, admin := tableShop(t)
	admin.Post(stockPath, shoptest.Body{"bestand": 60}).Want(http.StatusOK)
	table := admin.Get(tablePath).Want(http.StatusOK)
	before := strings.Replace(admin.Get(productsPath).Text(), `"bestand":60`, `"bestand":10`, 1)
	for range 50 {
		s.Visitor().PostOrder(shoptest.Order(shoptest.Items(shoptest.Item("merinowolle-petrol", 1, 5.95)))).Want(http.StatusCreated)
	}
	wantImported(t, admin.Post(importPath+"?probe=1", table.Text(), fileType), "31 0 0 31")
	wantImported(t, admin.Post(importPath, table.Text(), fileType), "31 0 0 31")
	if now := admin.Get(productsPath).Text(); now != before {
		t.Error("the import changed something")
	}
}

// P16: what a table says about the stock counts as the difference from what it was when the
// table was made, so what was sold since stays sold.
func TestP16_TablesCountWithoutUndoingSales(t *testing.T) {
	t.Parallel()
	s, admin := tableShop(t)
	const head = "slug;bestand;bestand_alt\n"
	apply := func(line, want string) {
		t.Helper()
		wantImported(t, admin.Post(importPath+"?probe=1", head+line, fileType), want)
		wantImported(t, admin.Post(importPath, head+line, fileType), want)
	}
	wantLeft := func(pieces string) { t.Helper(); has(t, admin.Get(stockPath), `"bestand":`+pieces+`,"partien"`) }
	apply(countedWool+";15;\n", "1 0 1 0")
	wantLeft("15")
	apply(countedWool+";15;\n", "1 0 0 1")
	s.Visitor().PostOrder(shoptest.Order(shoptest.Items(shoptest.Item(countedWool, 4, 5.95)))).Want(http.StatusCreated)
	apply(countedWool+";25;15\n", "1 0 1 0")
	wantLeft("21")
	apply(countedWool+";;15\n", "1 0 0 1")
	for line, want := range map[string]string{
		countedWool + ";5;30":    "2 bestand 5: So viele sind nicht da (jetzt 21).",
		countedWool + ";30;":     "2 bestand 30: Der Bestand wird schon gezählt (jetzt 21); „bestand_alt“ sagt, von wie vielen die Datei ausgeht.",
		countedWool + ";-3;":     "2 bestand -3: Der Bestand wird schon gezählt (jetzt 21); „bestand_alt“ sagt, von wie vielen die Datei ausgeht.",
		countedWool + ";5;viele": "2 bestand_alt viele: „bestand_alt“ muss eine ganze Zahl sein.",
		countedWool + ";5;-":     "2 bestand_alt -: „bestand_alt“ kann nicht geleert werden.",
		"bastelkleber;3;2":       "2 bestand 3: Der Bestand wird nicht mehr gezählt.",
		"bastelkleber;-3;":       "2 bestand -3: Die Menge ist zu groß oder negativ; erlaubt sind höchstens 1000000000 Stück.",
	} {
		if _, wrong := imported(t, admin.Post(importPath+"?probe=1", head+line+"\n", fileType)); len(wrong) != 1 || wrong[0] != want {
			t.Errorf("%s: %q, want %q", line, wrong, want)
		}
	}
	admin.Post(stockPath, shoptest.Body{"aenderung": 3, "partie": "B"}).Want(http.StatusOK)
	if _, wrong := imported(t, admin.Post(importPath+"?probe=1", head+countedWool+";30;24\n", fileType)); len(wrong) != 1 {
		t.Errorf("lots: %q", wrong)
	}
	apply(countedWool+";-;\nbastelkleber;0;\n", "2 0 2 0")
	wantLeft("null")
	has(t, admin.Get(productsPath+"?bestand=ausverkauft"), `"slug":"bastelkleber"`)
	has(t, admin.Get(stockPath), `"art":"zaehlung"`, `"notiz":"Import"`)
}

// P17: one wrong line and nothing of the file is stored; line and column are named.
func TestP17_OneWrongLineStoresNothing(t *testing.T) {
	t.Parallel()
	_, admin := tableShop(t)
	before := admin.Get(productsPath).Text()
	const head = "slug;name_de;name_en;name_fr;name_it;kategorie_slug;preis;inhalt;aktiv;fasern;hersteller;gtin\n"
	const good = "neu-eins;Eins;One;Un;Uno;papier;4,95;;;;;\nbastelkleber;;;;;;4,35;;;;;\n"
	for line, want := range map[string]string{
		"bastelkleber-x;A;B;C;D;papier;teuer;;;;;": "4 preis teuer: „preis“ muss eine Zahl wie 4,95 sein.",
		"stoffschere-24;;;;;;;viel;;;;":            "4 inhalt viel: „inhalt“ muss eine ganze Zahl sein.",
		"stoffschere-24;;;;;;;;vielleicht;;;":      "4 aktiv vielleicht: „aktiv“ muss ja oder nein sein.",
		"stoffschere-24;;;;;;;;;100 stroh;;":       "4 fasern 100 stroh: Eine Faser „stroh“ gibt es nicht.",
		"stoffschere-24;;;;;;;;;;niemand;":         "4 hersteller niemand: Den Hersteller „niemand“ gibt es nicht.",
		"stoffschere-24;;;;;;;;;;;4006381333932":   "4 gtin 4006381333932: Die GTIN braucht 8, 12, 13 oder 14 Ziffern, deren letzte zu den anderen passt.",
		"stoffschere-24;-;;;;;;;;;;":               "4 name_de -: Der Name fehlt in der Sprache „de“ oder ist zu lang.",
		"stoffschere-24;;;;;;-;;;;;":               "4 preis -: „preis“ kann nicht geleert werden.",
		"bastelkleber;;;;;;4,20;;;;;":              "4 slug bastelkleber: Das Kürzel steht schon in Zeile 3.",
		"Stoff Schere;A;B;C;D;papier;1;;;;;":       "4  : Das Kürzel darf nur Kleinbuchstaben, Ziffern und Bindestriche enthalten.",
		"neu-zwei;Zwei;Two;Deux;Due;papier;;;;;;":  "4  : Der Preis muss eine Zahl von 0 an sein.",
		"neu-drei;Drei;;Trois;Tre;papier;3;;;;;":   "4  : Der Name fehlt in der Sprache „en“ oder ist zu lang.",
	} {
		file := head + good + line + "\n"
		if _, wrong := imported(t, admin.Post(importPath+"?probe=1", file, fileType)); len(wrong) != 1 || wrong[0] != want {
			t.Errorf("%s: %q, want %q", line, wrong, want)
		}
		admin.Post(importPath, file, fileType).WantError(http.StatusBadRequest, "1 Zeile hat Fehler; nichts wurde übernommen.")
	}
	for file, want := range map[string]string{
		"slug;preiss\na;1\n":            "Zeile 1: Unbekannte Spalte „preiss“.",
		"slug;preis;preis\na;1;2\n":     "Zeile 1: Die Spalte „preis“ steht mehrfach da.",
		"name_de;preis\nA;1\n":          "Zeile 1: Die Spalte „slug“ fehlt; an ihr erkennt der Shop die Produkte.",
		"slug;preis\n":                  "Die Datei hat keine Produkte.",
		"":                              "Die Datei hat keine Produkte.",
		"slug;preis\na;1;2\n":           "Zeile 2 hat mehr Zellen als die erste Zeile Spalten.",
		"slug;name_de\nb;x\na;\"Garn\n": "Zeile 3 ist nicht lesbar: ein Anführungszeichen fehlt oder ist zu viel.",
	} {
		admin.Post(importPath, file, fileType).WantError(http.StatusBadRequest, want)
	}
	admin.Post(importPath, strings.Repeat("x", 5<<20+1), fileType).Want(http.StatusRequestEntityTooLarge)
	if now := admin.Get(productsPath).Text(); now != before {
		t.Error("something of a wrong file was stored")
	}
	probe := admin.Post(importPath+"?probe=1", head+good, fileType)
	wantImported(t, probe, "2 1 1 0")
	if now := admin.Get(productsPath).Text(); now != before {
		t.Error("a probe stored something")
	}
	state := fmt.Sprint(probe.JSON()["stand"])
	admin.Patch(productsPath+"/stoffschere-24", shoptest.Body{"preis": 25}).Want(http.StatusOK)
	admin.Post(importPath+"?stand="+state, head+good, fileType).Want(http.StatusPreconditionFailed)
	wantImported(t, admin.Post(importPath, head+good, fileType), "2 1 1 0")
	admin.Get(productsPath + "/neu-eins").Want(http.StatusOK)
}

// P18, P28: files of German Excel, of LibreOffice and in Windows-1252 say the same, a hyphen
// clears and an empty cell leaves; what looks like a formula is text on the way out and back.
func TestP18_P28_SpreadsheetsRoundTrip(t *testing.T) {
	t.Parallel()
	_, admin := tableShop(t)
	table := admin.Get(tablePath).Want(http.StatusOK)
	text := table.Text()
	if !strings.HasPrefix(text, "\ufeffslug;name_de;") || !strings.Contains(text, "\r\nbastelkleber;") || !strings.Contains(text, ";4,25;") ||
		!strings.Contains(table.Header.Get("Content-Disposition"), "produkte-2026-11-21.csv") {
		t.Errorf("the table begins %.300s", text)
	}
	for _, formula := range []string{";=", ";+", ";@", `;"=`, `;"+`, `;"@`} {
		if strings.Contains(text, formula) {
			t.Errorf("a cell begins with %s", formula)
		}
	}
	latin, err := charmap.Windows1252.NewEncoder().String("slug;name_de;artikelnummer\r\nbastelkleber;Größe für 5 €;-\r\n")
	if err != nil {
		t.Fatal(err)
	}
	for i, file := range []string{
		"slug,preis,name_fr\n\"bastelkleber\",\"4.5\",\"Colle, blanche\"\n",
		"slug\tpreis\tmaterial_de\nbastelkleber\t1.234,50\t\n",
		"\ufeffslug;preis;suchwoerter_de;aktiv\r\nbastelkleber;4,5;-;ja\r\n",
		latin,
	} {
		want := "1 0 1 0"
		wantImported(t, admin.Post(importPath, file, fileType), want)
		wantImported(t, admin.Post(importPath, file, fileType), "1 0 0 1")
		if i == 1 {
			wantImported(t, admin.Post(importPath, "slug,preis\nbastelkleber,\"1,234.50\"\n", fileType), "1 0 0 1")
		}
	}
	got := admin.Get(productsPath + "/bastelkleber").JSON()["produkt"].(map[string]any)
	for field, want := range map[string]any{
		"name_fr": "Colle, blanche", "name_de": "Größe für 5 €", "artikelnummer": "", "suchwoerter_de": "", "preis": 4.5,
	} {
		if got[field] != want {
			t.Errorf("%s is %v, want %v", field, got[field], want)
		}
	}
	if got["material_de"] != "" || got["suchwoerter_en"] == "" || got["aktiv"] != true {
		t.Errorf("an absent column or an empty cell changed something: %v", got)
	}
}

// P15: five thousand lines are imported within seconds, while orders are answered.
func TestP15_ImportOfManyLines(t *testing.T) {
	t.Parallel()
	s, admin := tableShop(t)
	lines := 500
	if thorough() {
		lines = 5000
	}
	var file strings.Builder
	file.WriteString("slug;name_de;name_en;name_fr;name_it;kategorie_slug;preis;beschreibung_de\n")
	for i := range lines {
		fmt.Fprintf(&file, "garn-%[1]d;Garn %[1]d;Yarn %[1]d;Fil %[1]d;Filo %[1]d;wolle;%[2]d,95;%[3]s\n", i, i%90+1, strings.Repeat("Weich und warm. ", 40))
	}
	stop, slowest := make(chan struct{}), make(chan time.Duration)
	go func() {
		var worst time.Duration
		for {
			select {
			case <-stop:
				slowest <- worst
				return
			default:
			}
			begun := time.Now()
			s.Visitor().PostOrder(shoptest.Order()).Want(http.StatusCreated)
			worst = max(worst, time.Since(begun))
		}
	}()
	begun := time.Now()
	wantImported(t, admin.Post(importPath, file.String(), fileType), fmt.Sprint(lines, " ", lines, " 0 0"))
	took := time.Since(begun)
	close(stop)
	t.Logf("%d lines in %v, the slowest order %v", lines, took, <-slowest)
	wantImported(t, admin.Post(importPath, file.String(), fileType), fmt.Sprint(lines, " 0 0 ", lines))
}
