package crash

import (
	"database/sql"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop/payment"
)

// buyerMark is part of all personal data of the buyers here.
const buyerMark = "kassentest"

// buyerColumns are the columns in which the shop keeps buyers' own data, and why.
var buyerColumns = map[string]string{
	"zahlungsvorgaenge.bestellung_json": "the frozen order of a payment that is not over",
	"orders.kunde_name":                 "the order",
	"orders.kunde_email":                "the order",
	"orders.strasse":                    "the order",
	"orders.ort":                        "the order",
	"orders_suche.woerter":              "the search for orders, on PostgreSQL",
	"orders_suche_data.block":           "the search for orders, on SQLite",
	"mails.an":                          "what the shop writes to the buyer",
	"mails.meldung":                     "whom it greets in what it writes about a payment",
}

// Payments of all kinds leave no token, no secret and none of PayPal's data about its
// buyers, neither in the log nor in any column; and buyers' own data only where orders
// and open payments are.
func TestPaymentsLeaveNothingPrivate(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			k := openTill(t, engine)
			k.open(50 * time.Millisecond)
			k.sim.SendWebhooksTo(k.shop.url + "/api/paypal/webhook")
			tokens := k.payInEveryWay()
			k.shop.stop()

			secrets := append(tokens, merchantSecret, mailKey, siteCode, adminCode,
				paypalsim.BuyerEmail, paypalsim.BuyerID, paypalsim.BuyerSurname)
			columns := k.columnsWith(append(secrets, buyerMark))
			for _, secret := range secrets {
				if strings.Contains(k.shop.logText(), secret) {
					t.Errorf("the log holds %q", secret)
				}
				if found := columns[secret]; len(found) > 0 {
					t.Errorf("%q is in %v", secret, found)
				}
			}
			if strings.Contains(strings.ToLower(k.shop.logText()), buyerMark) {
				t.Error("the log contains the buyers' data")
			}
			for _, column := range columns[buyerMark] {
				if buyerColumns[column] == "" {
					t.Errorf("the buyers' data are in %s", column)
				}
			}
			if found := columns[buyerMark]; len(found) < 3 {
				t.Errorf("the buyers' data are only in %v: the search misses columns", found)
			}
		})
	}
}

// payInEveryWay makes payments that end in all kinds of ways, and returns the tokens
// that PayPal issued for them.
func (k *till) payInEveryWay() (tokens []string) {
	k.t.Helper()
	pay := func(key string, plan *paypalsim.Plan) string {
		id := k.create(key)
		if err := k.sim.Approve(id); err != nil {
			k.t.Fatal(err)
		}
		if plan != nil {
			k.sim.PlanCapture(id, *plan)
		}
		return id
	}
	into(k.t, k.capture(pay("schluessel-der-kasse-1", nil)), http.StatusCreated, new(struct{}))
	k.giveBack(1, 5)
	tokens = append(tokens, k.sim.Tokens()...)
	k.sim.RevokeTokens()
	less := payment.PayPalAmount{Cents: 1, Currency: payment.CurrencyEuro}
	into(k.t, k.capture(pay("schluessel-der-kasse-2", &paypalsim.Plan{Amount: &less})), http.StatusUnprocessableEntity, new(struct{}))
	into(k.t, k.capture(pay("schluessel-der-kasse-3", &paypalsim.Plan{Status: payment.PayPalCaptureDeclined})), http.StatusUnprocessableEntity, new(struct{}))
	k.create("schluessel-der-kasse-4") // nobody approves it
	for i, fault := range []paypalsim.Kind{paypalsim.InternalError, paypalsim.CutInAnswer, paypalsim.NoUnits} {
		k.sim.Fail(paypalsim.Capture, paypalsim.Fault{Kind: fault, Done: true})
		k.capture(pay(fmt.Sprintf("schluessel-der-kasse-%d", 5+i), nil))
	}
	k.settle(func(*tradingBooks) string {
		if !k.notified("CAPTURE.REFUNDED") {
			return "no notification of a refund yet"
		}
		return ""
	})
	return append(tokens, k.sim.Tokens()...)
}

// columnsWith returns the columns of the database that contain each text, ignoring
// case.
func (k *till) columnsWith(wanted []string) map[string][]string {
	k.t.Helper()
	driver, source := "sqlite", "file:"+filepath.Join(k.place.Dir, "kontor.db")+"?_pragma=query_only(1)"
	query := `SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%'`
	if k.place.URL != "" {
		driver, source = "pgx", k.place.URL
		query = `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'`
	}
	db, err := sql.Open(driver, source)
	if err != nil {
		k.t.Fatal(err)
	}
	defer db.Close()
	found := make(map[string][]string)
	for _, column := range k.query(db, query, 2) {
		table, name, _ := strings.Cut(column, "\n")
		for _, value := range k.query(db, fmt.Sprintf("SELECT %q FROM %q", name, table), 1) {
			for _, text := range wanted {
				if strings.Contains(strings.ToLower(value), strings.ToLower(text)) && !slices.Contains(found[text], table+"."+name) {
					found[text] = append(found[text], table+"."+name)
				}
			}
		}
	}
	return found
}

// query returns the rows of a query with the given number of columns as lines.
func (k *till) query(db *sql.DB, query string, width int) (lines []string) {
	k.t.Helper()
	rows, err := db.QueryContext(k.t.Context(), query)
	if err != nil {
		k.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		values, targets := make([]sql.NullString, width), make([]any, width)
		for i := range values {
			targets[i] = &values[i]
		}
		if err := rows.Scan(targets...); err != nil {
			k.t.Fatalf("%s: %v", query, err)
		}
		line := make([]string, width)
		for i := range values {
			line[i] = values[i].String
		}
		lines = append(lines, strings.Join(line, "\n"))
	}
	if err := rows.Err(); err != nil {
		k.t.Fatal(err)
	}
	return lines
}
