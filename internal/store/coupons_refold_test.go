package store

import (
	"database/sql"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop/coupon"
)

// What an older version stored under codes and addresses of its time is found under
// today's: coupons stay usable, and once per person stays once.
func TestOlderFoldingsStayFound(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	olderFoldings(t, open(t, dir), connect(t, filepath.Join(dir, database.FileName)))
}

func TestOlderFoldingsStayFoundOnPostgres(t *testing.T) {
	t.Parallel()
	url, plain := unmigrated(t)
	db, err := Open(t.Context(), database.Options{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	olderFoldings(t, db, plain)
}

func TestMigratingRefolds(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := databaseAt(t, dir, SchemaVersion-1)
	if _, err := connect(t, path).Exec(`UPDATE coupons SET code = 'SPAß' WHERE code = 'SOMMER10'`); err != nil {
		t.Fatal(err)
	}
	if _, err := open(t, dir).Coupon(t.Context(), "SPASS"); err != nil {
		t.Error(err)
	}
}

func olderFoldings(t *testing.T, db *DB, plain *sql.DB) {
	order := func(code, email string) error {
		p := attempt(email)
		p.Order.CouponCode, p.Order.Customer.Email = coupon.NormalizeCode(code), email
		p.AttemptID = code + email + time.Now().String()
		_, err := db.PlaceOrder(t.Context(), p)
		return err
	}
	for _, code := range []string{"SPASS", "GRUSS"} {
		coupon := coupon.Coupon{Code: code, Active: true, Kind: coupon.Percent, Value: 10, OncePerPerson: true}
		if _, err := db.CreateCoupon(t.Context(), coupon, time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	for _, email := range []string{"ΣΑΣ@x.de", "İ@x.de", "max@x.de"} {
		if err := order("spaß", email); err != nil {
			t.Fatal(err)
		}
	}
	for _, statement := range []string{
		`UPDATE coupons SET code = 'SPAß' WHERE code = 'SPASS'`,
		`UPDATE coupon_counters SET code = 'SPAß' WHERE code = 'SPASS'`,
		`UPDATE orders SET gutschein_code = 'SPAß'`,
		`UPDATE gutschein_einloesungen SET code = 'SPAß'`,
		`UPDATE gutschein_einloesungen SET email_klein = 'σασ@x.de', email_stamm = 'σασ@x.de' WHERE email_klein = 'σας@x.de'`,
		`UPDATE gutschein_einloesungen SET email_klein = 'i@x.de', email_stamm = 'i@x.de' WHERE email_klein LIKE 'i%'`,
		`INSERT INTO coupons (code, einmalig_pro_person, aktiv, art, wert, gueltig_von, gueltig_bis, mindestsumme, max_einloesungen, created_at, updated_at)
			SELECT 'GRUß', 0, 1, art, 5, '', '', 0, 0, created_at, updated_at FROM coupons WHERE code = 'GRUSS'`,
	} {
		if _, err := plain.Exec(statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}

	if err := db.engine.Update(refold); err != nil {
		t.Fatal(err)
	}

	for _, again := range []string{"σας@x.de", "ΣΑΣ@X.de", "İ@x.de", "MAX@x.de"} {
		if err := order("SPASS", again); !errors.Is(err, coupon.ErrUsed) {
			t.Errorf("%s again: %v, want %v", again, err, coupon.ErrUsed)
		}
	}
	if err := order("Spaß", "i@x.de"); err != nil {
		t.Errorf("somebody else: %v", err)
	}
	if coupon, err := db.Coupon(t.Context(), "SPASS"); err != nil || coupon.Redemptions != 4 {
		t.Errorf("%+v, %v; want 4 redemptions", coupon, err)
	}
	if coupon, err := db.Coupon(t.Context(), "GRUSS"); err != nil || coupon.Value != 10 {
		t.Errorf("of two coupons with one code the other one won: %+v, %v", coupon, err)
	}
}
