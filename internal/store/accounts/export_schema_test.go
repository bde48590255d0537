package accounts_test

import (
	"database/sql"
	"slices"
	"strings"
	"testing"

	"kontor/internal/store/accounts"
	"kontor/tests/emptydb"
	"kontor/tests/storetest"
)

// notPersonal are the tables without data about customers.
var notPersonal = []string{
	"doppelte_bestellungen", // the operator's questions about orders that are exported
	"coupons", "coupon_counters", "order_counters", "item_counters", "mail_counters",
	"products", "produktbilder", "produkt_bilder", "bild_inhalte", "kategorien", "hersteller", "produktgruppen", "preisverlauf", "katalog_stand", // the catalogue
	"bestaende", "bestandsbuchungen", // what is in stock; of a customer no more than that an order took its items
	"schema_migrations", "sqlite_sequence",
	"betrieb", "protokoll", "verwaltung_sitzungen", "einstellungen", // about the shop and its operators
	"aussteller",                         // the shop itself
	"fernverkauf_jahre", "fernverkaeufe", // sums of documents that are exported
	"dokument_uebernahme",                                          // how far it has come
	"verworfene_vorschlaege",                                       // the operator's own decisions
	"rechnungen",                                                   // from an earlier version; all are among the documents
	"loeschungen",                                                  // numbers of accounts that are gone
	"zugang_fehlversuche", "zugang_beendet", "bestell_kontingente", // keyed hashes of networks, for minutes
	"paypal_ereignisse",   // ids at PayPal, of payments that are exported
	"paypal_abgleich",     // how far PayPal's lists were read
	"idempotenz",          // hashes of requests, for 7 days
	"zahlungs_idempotenz", // the same
	"orders_suche",        // words of orders that are exported
	"orders_suche_config", "orders_suche_data", "orders_suche_idx", "orders_suche_docsize",
}

// notExported are the columns that are not exported, and why.
var notExported = map[string]string{
	"kunden_anmeldungen.kunde_id": "the account itself",
	"kunden_sitzungen.kunde_id":   "the account itself",
	"kunden_sitzungen.hash":       "stands for the session",
	"kunden_abrufe.kunde_id":      "the account itself",
	"orders.kunde_id":             "the account itself",
	"orders.anfrage_id":           "a random name of the attempt",
	"orders.inhalt":               "a hash of exported columns",
	"orders.seite_ab":             "null as long as there is an account",
	"mails.id":                    "counts all messages of the shop",
	"mails.schluessel":            "a random name of the message",
	"mails.empfaenger":            "the exported address, in the form that is compared",
	"mails.in_arbeit":             "machinery",
	"mails.faellig_ab":            "machinery",
	"mails.aufgeben_ab":           "machinery",
	"mail_inhalte.mail_id":        "counts all messages of the shop",

	"zahlungsvorgaenge.kassen_schluessel":      "a random name of the basket",
	"zahlungsvorgaenge.kasse_aktiv":            "machinery",
	"zahlungsvorgaenge.warenkorb_hash":         "a hash of exported columns",
	"zahlungsvorgaenge.bestaetigung":           "machinery",
	"zahlungsvorgaenge.einzug_versuch":         "machinery",
	"zahlungsvorgaenge.erstattung_versuch":     "machinery",
	"zahlungsvorgaenge.erstattung_benannt":     "machinery",
	"zahlungsvorgaenge.versuche":               "machinery",
	"zahlungsvorgaenge.naechster_versuch_at":   "machinery",
	"zahlungsvorgaenge.gesperrt_bis":           "machinery",
	"zahlungsvorgaenge.endkontrolle_at":        "machinery",
	"zahlungsvorgaenge.ursache":                "machinery; the exported reason says it in words",
	"zahlungsvorgaenge.einzug_anfragen":        "machinery",
	"zahlungsvorgaenge.einzug_angefragt_at":    "machinery",
	"zahlungsvorgaenge.extern_gezeigt_cent":    "machinery: the same",
	"zahlungsvorgaenge.extern_zuletzt_cent":    "machinery: the same",
	"zahlungsvorgaenge.extern_liste":           "machinery: the same",
	"zahlungsvorgaenge.extern_aufgehoben_cent": "machinery: how PayPal shows what a dispute brought back",
	"zahlungsvorgaenge.kunde_id":               "the account itself",
	"zahlungsvorgaenge.version":                "machinery",

	"erstattungen.id":                   "counts all refunds of the shop",
	"erstattungen.schluessel":           "a random name of the refund",
	"erstattungen.anfrage":              "a name that the operator's program chose",
	"erstattungen.anlauf":               "machinery",
	"erstattungen.benannt":              "machinery",
	"erstattungen.paypal_debug_id":      "a name of the request at PayPal, for its support",
	"erstattungen.erledigt_at":          "when the operator ended the case",
	"erstattungen.storno":               "machinery",
	"erstattungen.versuche":             "machinery",
	"erstattungen.naechster_versuch_at": "machinery",
	"erstattungen.gesperrt_bis":         "machinery",

	"konflikte.id":                 "counts all disputes of the shop",
	"konflikte.paypal_capture_id":  "of an exported payment",
	"konflikte.extern_vorher_cent": "derived from an exported payment",
	"konflikte.version":            "machinery",

	"dokumente.id":              "counts all documents of the shop",
	"dokumente.aussteller_id":   "the shop itself",
	"dokumente.praefix":         "part of the exported number",
	"dokumente.jahr":            "part of the exported number",
	"dokumente.nr":              "part of the exported number",
	"dokumente.bezug":           "in the exported contents",
	"dokumente.anlass":          "machinery",
	"dokumente.fall":            "in the exported contents",
	"dokumente.snapshot_sha256": "a hash of exported columns",
	"dokumente.pdf_sha256":      "a hash of exported columns",
	"dokumente.xml_sha256":      "a hash of exported columns",
	"dokumente.kette":           "a hash of exported columns",
	"dokumente.geleert_at":      "nothing is exported then",

	"zahlungseingaenge.id":         "counts all receipts of the shop",
	"zahlungseingaenge.schluessel": "a hash of exported columns",

	"sendungen.id":             "counts all parcels of the shop",
	"sendungen.abweichend_von": "reminds the operator of a tax; the invoice is exported",

	"widerrufe.id":         "counts all withdrawals of the shop",
	"widerrufe.schluessel": "a random name of the form",
}

// Every column of the schema is exported to the customer whom it is about, or left out
// for a reason given here.
func TestD3_S29_EveryColumnIsToldOrLeftOut(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]func(testing.TB) *sql.DB{"SQLite": emptydb.SQLite, "PostgreSQL": emptydb.PostgreSQL} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			exported := accounts.ExportedColumns()
			schema := schemaColumns(t, open(t), name)
			for _, column := range schema {
				table, _, _ := strings.Cut(column, ".")
				why, left := notExported[column]
				switch known := slices.Contains(exported, column); {
				case slices.Contains(notPersonal, table):
				case !known && !left:
					t.Errorf("%s is new: export it, or give a reason here why not", column)
				case known && left:
					t.Errorf("%s is exported, though it should not be: %s", column, why)
				}
			}
			for _, column := range exported {
				if !slices.Contains(schema, column) {
					t.Errorf("%s is exported, but there is no such column", column)
				}
			}
			for column := range notExported {
				if !slices.Contains(schema, column) {
					t.Errorf("%s is left out, but there is no such column", column)
				}
			}
		})
	}
}

func schemaColumns(t *testing.T, db *sql.DB, engine string) []string {
	t.Helper()
	query := `SELECT table_name || '.' || column_name FROM information_schema.columns WHERE table_schema = 'public'`
	if engine == "SQLite" {
		query = `SELECT m.name || '.' || c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'`
	}
	columns := storetest.Texts(t, db, query)
	if len(columns) < 100 {
		t.Fatalf("only %d columns found", len(columns))
	}
	return columns
}

func TestS31_NoPasswordsAndNoTokens(t *testing.T) {
	t.Parallel()
	for _, column := range schemaColumns(t, emptydb.SQLite(t), "SQLite") {
		for _, secret := range []string{"passw", "kennwort", "token", "verifier", "nonce", "secret", "geheim"} {
			if strings.Contains(column, secret) {
				t.Errorf("there is a column %s", column)
			}
		}
	}
}
