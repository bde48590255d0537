package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/audit"
	"kontor/internal/shop/coupon"
	"kontor/internal/store/base"
)

const (
	couponColumns = `code, einmalig_pro_person, aktiv, art, wert, gueltig_von, gueltig_bis, mindestsumme,
		max_einloesungen, demo, version`
	usesColumn = `(SELECT CAST(coalesce(sum(anzahl), 0) AS BIGINT) FROM coupon_counters c WHERE c.code = coupons.code)`
)

func scanCoupon(scan func(...any) error) (c coupon.Coupon, err error) {
	err = scan(&c.Code, database.Truth(&c.OncePerPerson), database.Truth(&c.Active), &c.Kind, &c.Value, &c.From, &c.Until, &c.MinimumGoods,
		&c.MaxRedemptions, database.Truth(&c.Demo), &c.Version, &c.Redemptions)
	return c, err
}

// coupon returns one coupon, or coupon.ErrNotFound.
func (t *tx) coupon(code string) (coupon.Coupon, error) {
	c, err := scanCoupon(func(dest ...any) error {
		return t.Row(`SELECT `+couponColumns+`, `+usesColumn+` FROM coupons WHERE code = $1`, []any{code}, dest...)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return c, coupon.ErrNotFound
	}
	return c, err
}

// Coupon returns one coupon, or coupon.ErrNotFound.
func (db *DB) Coupon(ctx context.Context, code string) (c coupon.Coupon, err error) {
	err = db.view(ctx, func(t *tx) error {
		c, err = t.coupon(code)
		return err
	})
	return c, err
}

// Coupons returns all coupons by code.
func (db *DB) Coupons(ctx context.Context) ([]coupon.Coupon, error) {
	var coupons []coupon.Coupon
	err := db.view(ctx, func(t *tx) error {
		return t.Rows(`SELECT `+couponColumns+`, `+usesColumn+` FROM coupons ORDER BY code`, nil, func(rows *sql.Rows) error {
			c, err := scanCoupon(rows.Scan)
			coupons = append(coupons, c)
			return err
		})
	})
	return coupons, err
}

// CreateCoupon stores a new coupon; coupon.ErrExists if its code is taken.
func (db *DB) CreateCoupon(ctx context.Context, c coupon.Coupon, at time.Time) (created coupon.Coupon, err error) {
	err = db.update(func(t *tx) error {
		n, err := t.Exec(`INSERT INTO coupons (code, einmalig_pro_person, aktiv, art, wert, gueltig_von, gueltig_bis,
				mindestsumme, max_einloesungen, demo, created_at, updated_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11) ON CONFLICT (code) DO NOTHING`,
			c.Code, base.Flag(c.OncePerPerson), base.Flag(c.Active), c.Kind, c.Value, c.From, c.Until,
			c.MinimumGoods, c.MaxRedemptions, base.Flag(c.Demo), shop.FormatTime(at))
		if err != nil {
			return err
		}
		if n == 0 {
			return coupon.ErrExists
		}
		if created, err = t.coupon(c.Code); err == nil {
			t.recordCoupon(ctx, &coupon.Coupon{Code: c.Code}, &created)
		}
		return err
	})
	return created, err
}

// ChangeCoupon stores a changed coupon. Errors: coupon.ErrNotFound; shop.ErrStale
// if it was changed since it was read.
func (db *DB) ChangeCoupon(ctx context.Context, c coupon.Coupon, at time.Time) (changed coupon.Coupon, err error) {
	err = db.update(func(t *tx) error {
		before, err := t.coupon(c.Code)
		if err != nil {
			return err
		}
		n, err := t.Exec(`UPDATE coupons SET einmalig_pro_person = $1, aktiv = $2, art = $3, wert = $4,
				gueltig_von = $5, gueltig_bis = $6, mindestsumme = $7, max_einloesungen = $8,
				demo = $9, updated_at = $10, version = version + 1
			WHERE code = $11 AND version = $12`,
			base.Flag(c.OncePerPerson), base.Flag(c.Active), c.Kind, c.Value, c.From, c.Until,
			c.MinimumGoods, c.MaxRedemptions, base.Flag(c.Demo), shop.FormatTime(at), c.Code, c.Version)
		if err != nil {
			return err
		}
		if n == 0 {
			return shop.ErrStale
		}
		if changed, err = t.coupon(c.Code); err == nil {
			t.recordCoupon(ctx, &before, &changed)
		}
		return err
	})
	return changed, err
}

// DeleteCoupon deletes a coupon. Errors: coupon.ErrNotFound; shop.ErrStale unless
// it has this version, 0 for any; coupon.ErrInUse if an order was ever placed
// with it.
func (db *DB) DeleteCoupon(ctx context.Context, code string, version int64) error {
	return db.update(func(t *tx) error {
		n, err := t.Exec(`DELETE FROM coupons WHERE code = $1 AND CAST($2 AS BIGINT) IN (0, version)
			AND NOT EXISTS (SELECT 1 FROM gutschein_einloesungen e WHERE e.code = coupons.code)`, code, version)
		if err == nil && n > 0 {
			t.Record(ctx, audit.Entry{Action: audit.Coupon, Subject: audit.Subject(audit.KindCoupon, code), To: "gelöscht"})
		}
		if err != nil || n > 0 {
			return err
		}
		c, err := t.coupon(code)
		if err == nil && version != 0 && version != c.Version {
			return shop.ErrStale
		}
		return cmp.Or(err, error(coupon.ErrInUse))
	})
}
