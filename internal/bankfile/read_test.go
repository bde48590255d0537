package bankfile_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kontor/internal/bankfile"
	"kontor/internal/shop"
	"kontor/internal/shop/bank"
)

func load(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// erika is the entry in every CSV file, less what the bank in question leaves out.
var erika = bank.Entry{
	Booked: "2026-11-20", Amount: 2220, Currency: "EUR",
	Name: "Erika Müller", IBAN: "DE02500105170137075030", Purpose: "BK-2026-0042",
}

func with(change func(*bank.Entry)) bank.Entry {
	e := erika
	change(&e)
	return e
}

func outgoing(day shop.Day, amount shop.Cents, name, iban, purpose string) bank.Entry {
	return bank.Entry{Booked: day, Amount: amount, Currency: "EUR", Name: name, IBAN: iban, Purpose: purpose}
}

func TestRead(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][]bank.Entry{
		"camt053-v2.xml": {
			with(func(e *bank.Entry) { e.Name, e.Purpose = "Erika Mustermann", "BK-2026- 0042 Wolle" }),
			outgoing("2026-11-20", -500, "Stadtwerke", "DE02300209000106531065", "RF18539007547034"),
		},
		"camt053-v8.xml": {
			{Booked: "2026-11-19", Amount: 1200, Currency: "EUR", Name: "Jörg Groß", Purpose: "BK-2026-0043 SHOP-1"},
			{Booked: "2026-11-19", Amount: 1800, Currency: "EUR", Name: "Anna Klein", Purpose: "BK-2026-0044"},
			{Booked: "2026-11-19", Amount: 750, Currency: "CHF", Purpose: "Gutschrift"},
		},
		"konto.sta": {
			{Booked: "2025-12-30", Amount: 2220, Currency: "EUR", Name: "Erika Mustermann", IBAN: "DE02500105170137075030", Purpose: "NOTPROVIDED Bestellung BK-2026-0042 Danke"},
			outgoing("2026-01-02", -500, "Stadtwerke", "", "Strom"),
			outgoing("2026-01-02", -350, "", "", "ohne Teile BK-2026-0043"),
			{Booked: "2026-01-02", Amount: 100, Currency: "EUR"},
		},
		"sparkasse.csv": {
			with(func(e *bank.Entry) { e.Purpose = "BK-2026-0042 für Wolle GUTSCHR. UEBERWEISUNG NOTPROVIDED" }),
			outgoing("2026-11-20", -123456, "Stadtwerke", "DE02300209000106531065", "Strom FOLGELASTSCHRIFT"),
		},
		"dkb.csv": {erika, outgoing("2026-11-19", -5768, "Stadtwerke", "DE02300209000106531065", "Strom")},
		"ing.csv": {
			with(func(e *bank.Entry) { e.IBAN, e.Purpose = "", "BK-2026-0042 Gutschrift" }),
			outgoing("2026-11-19", -162, "Stadtwerke", "", "Strom Lastschrift"),
		},
		"volksbank.csv": {with(func(e *bank.Entry) { e.Purpose = "BK-2026-0042 Gutschrift" })},
		"volksbank-alt.csv": {
			with(func(e *bank.Entry) { e.Purpose = "Gutschrift BK-2026-0042" }),
			outgoing("2026-11-19", -100000, "Stadtwerke", "", "Strom"),
		},
		"commerzbank.csv": {
			with(func(e *bank.Entry) {
				e.Name, e.IBAN, e.Purpose = "", "", "Erika Müller BK-2026-0042 End-to-End-Ref.: nicht angegeben"
			}),
			outgoing("2026-11-19", -8550, "", "", "Strom"),
		},
		"n26.csv":      {erika, outgoing("2026-11-19", -100050, "Stadtwerke", "", "Strom")},
		"postbank.csv": {erika, outgoing("2026-11-03", -105768, "Stadtwerke", "DE02300209000106531065", "Strom")},
		"deutsche-bank.csv": {
			with(func(e *bank.Entry) { e.Purpose = "BK-2026-0042 NOTPROVIDED" }),
			outgoing("2026-11-19", -500, "Stadtwerke", "DE02300209000106531065", "Strom"),
		},
		"comdirect.csv": {with(func(e *bank.Entry) {
			e.Name, e.IBAN, e.Purpose = "", "", "Auftraggeber: Erika Müller Buchungstext: BK-2026-0042 Ref. X1/2"
		})},
		"postfinance.csv": {
			{Booked: "2026-11-20", Amount: 2220, Currency: "CHF", Purpose: "GUTSCHRIFT VON FREMDBANK ABSENDER: ERIKA MÜLLER MITTEILUNGEN: BK-2026-0042"},
			{Booked: "2026-11-19", Amount: -105768, Currency: "CHF", Purpose: "LASTSCHRIFT STROM"},
		},
		"elba.csv": {
			with(func(e *bank.Entry) { e.Name, e.IBAN, e.Purpose = "", "", "Gutschrift Erika Müller BK-2026-0042" }),
			outgoing("2026-11-19", -500, "", "", "Lastschrift Stadtwerke; Strom"),
		},
		"bawag.csv": {
			with(func(e *bank.Entry) { e.Name, e.IBAN, e.Purpose = "", "", "BK-2026-0042 Erika Müller" }),
			outgoing("2026-11-19", -100500, "", "", "Strom"),
		},
		"bank-austria.csv": {with(func(e *bank.Entry) { e.IBAN, e.Purpose = "", "BK-2026-0042 GUTSCHRIFT" })},
		"camt053-v13.xml": {
			with(func(e *bank.Entry) { e.IBAN, e.Purpose = "", "210000000003139471430009017 BK-2026-0042" }),
			{Booked: "2026-11-20", Amount: 2220, Currency: "EUR", Name: "Anna Klein", Purpose: "Bestellung BK-2026-0043"},
			outgoing("2026-11-20", -2220, "", "", "Rückbuchung BK-2026-0042"),
			{Booked: "2026-11-20", Amount: 123450, Currency: "EUR", Purpose: "Danke GUTSCHRIFT MITTEILUNGEN: BK-2026-0044"},
		},
		"sparkasse.sta": {
			with(func(e *bank.Entry) { e.Purpose = "NOTPROVIDED X1 Wolle?12 Knäuel? Bestellung BK-2026-0042" }),
			outgoing("2026-11-20", -500, "Stadtwerke", "DE02300209000106531065", "Strom"),
		},
		"deutsche-bank.sta": {with(func(e *bank.Entry) { e.Purpose = "NOTPROVIDED BK 2026 0042 Max Müller Ende" })},
		"george.csv":        {with(func(e *bank.Entry) { e.IBAN = "AT026000000001349870" })},
	} {
		got, err := bankfile.Read(load(t, name))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: want (-), got (+):\n%s", name, diff)
		}
	}
}

func pack(t *testing.T, files map[string][]byte) []byte {
	t.Helper()
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for name, content := range files {
		w, err := archive.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(content); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestReadZIP(t *testing.T) {
	t.Parallel()
	file := pack(t, map[string][]byte{"tag1.XML": load(t, "camt053-v2.xml"), "tag2.xml": load(t, "camt053-v8.xml"), "liesmich.txt": []byte("hallo")})
	entries, err := bankfile.Read(file)
	if err != nil || len(entries) != 5 {
		t.Errorf("%d entries, %v", len(entries), err)
	}
}

// A bad file is refused as a whole, with a text that says where it is bad.
func TestReadRefuses(t *testing.T) {
	t.Parallel()
	const head = "Buchungstag;Verwendungszweck;Betrag\n"
	for name, tt := range map[string]struct{ file, says string }{
		"empty":             {"", "kein Kontoauszug"},
		"prose":             {"Sehr geehrte Damen und Herren", "kein Kontoauszug"},
		"picture":           {"\x89PNG\r\n\x1a\n\x00\x00", "kein Kontoauszug"},
		"other XML":         {"<html><body>Anmelden</body></html>", "kein Kontoauszug"},
		"broken XML":        {"<Document><BkToCstmrStmt><Stmt>", "beschädigt"},
		"entities":          {`<!DOCTYPE a [<!ENTITY b "c">]><Document><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="EUR">&b;</Amt></Ntry></Stmt></BkToCstmrStmt></Document>`, "beschädigt"},
		"XML without day":   {`<Document><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="EUR">1</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts></Ntry></Stmt></BkToCstmrStmt></Document>`, "Buchung 1 der XML-Datei: das Datum"},
		"XML without way":   {`<Document><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="EUR">1</Amt><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt></Ntry></Stmt></BkToCstmrStmt></Document>`, "ein- oder ausging"},
		"XML amount":        {`<Document><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="EUR">1,000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt></Ntry></Stmt></BkToCstmrStmt></Document>`, "Buchung 1 der XML-Datei: der Betrag"},
		"negative amount":   {`<Document><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="EUR">-1</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt></Ntry></Stmt></BkToCstmrStmt></Document>`, "Buchung 1 der XML-Datei: der Betrag"},
		"notification":      {`<Document><BkToCstmrDbtCdtNtfctn><Ntfctn></Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`, "kein Kontoauszug"},
		"below no headings": {"20.11.2026;Wolle;20.11.2026;1,00;EUR;x\n20.11.2026;Wolle;20.11.2026;zwölf;EUR;x\n", "Zeile 2 der CSV-Datei: der Betrag"},
		"headings missing":  {"a;b;c\n1;2;3\n", "kein Kontoauszug"},
		"amount":            {head + "20.11.2026;Wolle;zwölf\n", "Zeile 2 der CSV-Datei: der Betrag"},
		"day":               {head + "20.11.2026;Wolle;1,00\n31.02.2026;Wolle;1,00\n", "Zeile 3 der CSV-Datei: das Datum"},
		"MT940 amount":      {":20:A\n:60F:C261120EUR1,00\n:61:2611201120CRxNTRF\n", "Zeile 3 der MT940-Datei: der Betrag"},
		"MT940 day":         {":20:A\n:60F:C261120EUR1,00\n:61:2611451120CR1,00NTRF\n", "Zeile 3 der MT940-Datei: das Datum"},
		"ZIP without XML":   {string(pack(t, map[string][]byte{"a.txt": []byte("x")})), "keine XML-Kontoauszüge"},
		"damaged ZIP":       {"PK\x03\x04nix", "ZIP-Datei"},
		"ZIP of bombs":      {string(pack(t, map[string][]byte{"a.xml": bytes.Repeat([]byte(" "), 65<<20)})), "zu lang"},
		"larger than large": {strings.Repeat("x", bankfile.MaxFile+1), "zu lang"},
	} {
		entries, err := bankfile.Read([]byte(tt.file))
		if !errors.Is(err, bank.ErrInvalidStatement) || !strings.Contains(err.Error(), tt.says) || entries != nil {
			t.Errorf("%s: %d entries, %v; want %q", name, len(entries), err, tt.says)
		}
	}
}

// Everything read from a file can be displayed and stored as it is.
func FuzzRead(f *testing.F) {
	files, err := filepath.Glob("testdata/*.*")
	if err != nil || len(files) == 0 {
		f.Fatalf("no files: %v", err)
	}
	for _, name := range files {
		content, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(content)
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		entries, err := bankfile.Read(file)
		if err != nil {
			if !errors.Is(err, bank.ErrInvalidStatement) {
				t.Fatalf("%v is not a refusal", err)
			}
			return
		}
		for _, e := range entries {
			if e.Booked == "" || strings.ContainsAny(e.Name+e.Purpose+e.IBAN, "\n\r\x00") || len([]rune(e.Purpose)) > 500 {
				t.Fatalf("%+v", e)
			}
		}
	})
}
