package web_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"kontor/internal/shop"
	"kontor/internal/shop/audit"
	"kontor/internal/web"
	"kontor/tests/shoptest"
)

const (
	parcelsPath      = adminAPI + "sendungen"
	parcelImportPath = parcelsPath + "/import"
)

// paidOrders starts a shop with that many paid orders.
func paidOrders(t *testing.T, n int, options ...shoptest.Option) (*shoptest.Shop, *shoptest.Client) {
	s := shoptest.Start(t, options...)
	admin := s.Operator()
	for i := range n {
		s.Visitor().PostOrder(shoptest.Order()).Want(201)
		admin.Patch(ordersPath+"/"+string(rune('1'+i)), `{"status":"bezahlt"}`).Want(200)
	}
	return s, admin
}

// F27: several parcels, each with an outcome of its own; the same list again changes
// nothing.
func TestF27_SeveralParcels(t *testing.T) {
	t.Parallel()
	s, admin := paidOrders(t, 2)
	for _, body := range []string{
		`{}`, `{"sendungen":[]}`, `{"sendungen":7}`, `{"sendungen":[7]}`, `{"sendungen":[{"traeger":1}]}`, `{"sendungen":[{"bestellnummer":"BK-2026-0001","traeger":"dhl","nr":"1"}]}`,
		`{"sendungen":[` + strings.Repeat(`{"bestellnummer":"x","traeger":"dhl"},`, 200) + `{"bestellnummer":"x","traeger":"dhl"}]}`,
	} {
		if got := admin.Post(parcelsPath, body); got.Status != 400 {
			t.Errorf("%.80s: %d %s", body, got.Status, got.Text())
		}
	}
	s.Anonymous().Post(parcelsPath, `{"sendungen":[{"bestellnummer":"BK-2026-0001","traeger":"dhl"}]}`).Want(401)
	const list = `{"sendungen":[{"bestellnummer":"BK-2026-0001","traeger":"dhl","nummer":"00 1"},{"bestellnummer":"BK-2026-0009","traeger":"dhl"},` +
		`{"bestellnummer":"BK-2026-0002","traeger":"andere","artikel":[{"position":1,"menge":1}]}]}`
	first := admin.Post(parcelsPath, list).Want(200).Text()
	for _, want := range []string{
		`"nummer":"001","versandt_am":null,"ergebnis":"neu","versand":"versandt","rechnung":"RE-2026-00001"`,
		`"ergebnis":"fehler","versand":null,"rechnung":null,"code":"bestellung_nicht_gefunden","error":"Bestellung nicht gefunden."`,
		`"ergebnis":"neu","versand":"teilweise","rechnung":null`,
	} {
		if !strings.Contains(first, want) {
			t.Errorf("%s is missing in %s", want, first)
		}
	}
	before := admin.Get(ordersPath + "/1").Want(200).Text()
	if again := admin.Post(parcelsPath, list).Want(200).Text(); !strings.Contains(again, `"nummer":"001","versandt_am":null,"ergebnis":"bekannt"`) {
		t.Errorf("again: %s", again)
	}
	if after := admin.Get(ordersPath + "/1").Want(200).Text(); after != before {
		t.Errorf("the same parcel again changed the order: %s", after)
	}
}

// F27: a file is previewed, confirmed by its checksum, and harmless when it comes again.
func TestF27_ParcelsFromAFile(t *testing.T) {
	t.Parallel()
	s, admin := paidOrders(t, 3)
	upload := func(query, file string) shoptest.Answer {
		return admin.Post(parcelImportPath+query, file, fileType)
	}
	for file, want := range map[string]string{
		"":                                   "Die Datei hat keine Zeilen.",
		"bestellnummer;traeger\n":            "Die Spalte „sendungsnummer“ fehlt.",
		"bestellnummer;nummer\n":             "Eine Spalte „nummer“ gibt es nicht. Die Spalten heißen bestellnummer, sendungsnummer, traeger und datum.",
		"bestellnummer;sendungsnummer;\"a\n": "Zeile 1 ist nicht lesbar: ein Anführungszeichen fehlt oder ist zu viel.",
		"bestellnummer;sendungsnummer;traeger\n" + strings.Repeat("BK-2026-0001;1;dhl\n", 201): "Die Datei hat mehr als 200 Sendungen. Bitte aufteilen.",
	} {
		upload("", file).WantError(400, want)
	}
	const file = "Bestellnummer,Sendungsnummer,Traeger,Datum\r\n" +
		"BK-2026-0001,0034,DHL,21.11.2026\r\nBK-2026-0002,\"3,40434E+19\",dhl,\r\n,,,\r\nBK-2026-0003,0036,post_at,2026-11-21\r\nBK-2026-0003,0037,dhl,gestern\r\n"
	digest := sha256.Sum256([]byte(file))
	sum := hex.EncodeToString(digest[:])
	preview := upload("", file).Want(200).Text()
	for _, want := range []string{
		`"vorschau":true,"pruefsumme":"` + sum + `"`, `{"zeile":2,"bestellnummer":"BK-2026-0001","traeger":"dhl","nummer":"0034","versandt_am":"2026-11-21","ergebnis":"neu"`,
		"Die Sendungsnummer hat eine Tabelle gerundet. Bitte die Spalte als Text formatieren.", `{"zeile":5,"bestellnummer":"BK-2026-0003"`, "Das Datum muss wie 21.11.2026 geschrieben sein.",
	} {
		if !strings.Contains(preview, want) {
			t.Errorf("%s is missing in %s", want, preview)
		}
	}
	if now := admin.Get(ordersPath + "/1").Want(200).Text(); !strings.Contains(now, `"sendungen":[]`) {
		t.Errorf("the preview entered %s", now)
	}
	upload("?bestaetigt="+sum, file+"\n").WantError(409, "Das ist nicht die Datei, deren Vorschau bestätigt wurde.")
	s.Anonymous().Post(parcelImportPath+"?bestaetigt="+sum, file, fileType).Want(401)
	for i, want := range []int{2, 0} {
		got := upload("?bestaetigt="+sum, file).Want(200).Text()
		if strings.Count(got, `"ergebnis":"neu"`) != want || strings.Count(got, `"ergebnis":"bekannt"`) != 2-want || strings.Count(got, `"ergebnis":"fehler"`) != 2 {
			t.Errorf("time %d: %s", i+1, got)
		}
	}
	for path, want := range map[string]string{"/1": "RE-2026-00001", "/3": "RE-2026-00002"} {
		if got := admin.Get(ordersPath + path).Want(200).Text(); strings.Count(got, `"traeger":`) != 1 || strings.Count(got, `"art":"rechnung","betrag"`) != 1 || !strings.Contains(got, want) {
			t.Errorf("%s: %s", path, got)
		}
	}
}

// F35: what is printed and downloaded to pack: German names for the packer, no price for
// the customer, and the columns of carriers' portals.
func TestF35_PapersForPacking(t *testing.T) {
	t.Parallel()
	s, admin := paidOrders(t, 2, shoptest.Web(func(o *web.Options) {
		o.Seller = shop.Seller{Name: "Wollwerk", Address: "Schafweg 3 a, 12345 Łódź-Süd", Email: "hallo@wollwerk.example", TaxID: "1/2/3"}
	}))
	admin.Get(adminAPI+"packzettel.pdf?ids=x").WantError(400, "Ungültiger Filter: ids.")
	admin.Get(adminAPI+"packzettel.pdf?ids=1,7").WantError(404, "Bestellung nicht gefunden.")
	s.Anonymous().Get(adminAPI + "packzettel.pdf?ids=1").Want(401)
	papers := admin.Get(adminAPI + "packzettel.pdf?ids=1,2").Want(200)
	wantDownload(t, papers, "packzettel-2026-11-21.pdf", "application/pdf")
	if pages := strings.Count(papers.Text(), "/Type /Page\n"); pages != 4 {
		t.Errorf("%d pages", pages)
	}
	admin.Get(adminAPI+"versandliste.csv?profil=hermes").WantError(400, "Ungültiger Filter: profil. Möglich sind dhl-of und allgemein.")
	general := admin.Get(adminAPI + "versandliste.csv?profil=allgemein&ids=1").Want(200).Text()
	if want := "\ufeffbestellnummer;firma;name;strasse;hausnummer;plz;ort;land;email\r\nBK-2026-0001;;Erika Mustermann;Heidestraße;17;51147;Köln;DE;erika@example.org\r\n"; general != want {
		t.Errorf("%q, want %q", general, want)
	}
	list := admin.Get(adminAPI + "versandliste.csv?profil=dhl-of&status=bezahlt&versand=offen").Want(200)
	lines := bytes.Split([]byte(list.Text()), []byte("\r\n"))
	if want := "Wollwerk;;Schafweg;3 a;12345;?\xf3dz-S\xfcd;DEU;Erika Mustermann;;Heidestra\xdfe;17;51147;K\xf6ln;DEU;PAK02.DEU;;hallo@wollwerk.example"; len(lines) != 4 || string(lines[1]) != want {
		t.Errorf("%q, want %q", lines, want)
	}

	company := shoptest.Order(shoptest.Set("kunde.firma", "Nähcafé GmbH"), shoptest.Set("rechnung", shoptest.Body{"firma": "Holding AG", "strasse": "Ring 1", "plz": "50667", "ort": "Bonn"}))
	s.Visitor().PostOrder(company).Want(201)
	for profile, want := range map[string]string{
		"allgemein": "BK-2026-0003;Nähcafé GmbH;Erika Mustermann;Heidestraße;17;51147;",
		"dhl-of":    "DEU;N\xe4hcaf\xe9 GmbH;Erika Mustermann;Heidestra\xdfe;17;51147;",
	} {
		if list := admin.Get(adminAPI + "versandliste.csv?ids=3&profil=" + profile).Want(200).Text(); !strings.Contains(list, want) || strings.Contains(list, "Bonn") {
			t.Errorf("%s: %q, want %q", profile, list, want)
		}
	}
}

// parcels are about an order with two pieces of its first line.
func (w *witness) parcels(third string) {
	w.act("GET packzettel.pdf", "packzettel.pdf?ids=3", nil, 200, audit.Download, "")
	w.act("GET versandliste.csv", "versandliste.csv?profil=dhl-of&ids=3", nil, 200, audit.Export, "")
	w.act("POST orders/{id}/sendungen", "orders/3/sendungen", shoptest.Body{"traeger": "dhl", "nummer": "0034", "mail": false}, 201, audit.Dispatch, third)
	w.act("PATCH sendungen/{id}", "sendungen/1", shoptest.Body{"zurueckgenommen": true}, 200, audit.Dispatch, third)
	w.act("POST sendungen", "sendungen", `{"sendungen":[{"bestellnummer":"BK-2026-0003","traeger":"dhl","artikel":[{"position":1,"menge":1}],"mail":false}]}`, 200, audit.Dispatch, third)
	const file = "bestellnummer;sendungsnummer;traeger\nBK-2026-0003;0035;dhl\n"
	w.act("POST sendungen/import", fmt.Sprintf("sendungen/import?bestaetigt=%x", sha256.Sum256([]byte(file))), file, 200, audit.Dispatch, third, fileType)
}
