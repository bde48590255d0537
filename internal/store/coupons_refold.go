package store

import (
	"database/sql"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/coupon"
)

// refold updates the codes and addresses stored by older versions to the current
// results of [coupon.NormalizeCode] and [shop.NormalizeEmail], so that a coupon stays
// the same coupon and a person the same person. If all are current, it only reads.
func refold(within *database.Tx) error {
	t := newTx(within)
	if err := t.refoldCodes(); err != nil {
		return err
	}
	return t.refoldEmails()
}

// refoldCodes renames coupons. One whose new code belongs to another coupon keeps the
// old one and becomes unusable: of two coupons with one code only one can be meant.
func (t *tx) refoldCodes() error {
	codes := make(map[string]bool)
	err := t.Rows(`SELECT code FROM coupons`, nil, func(rows *sql.Rows) error {
		var code string
		err := rows.Scan(&code)
		codes[code] = true
		return err
	})
	if err != nil {
		return err
	}
	for code := range codes {
		folded := coupon.NormalizeCode(code)
		if codes[folded] {
			continue
		}
		codes[folded] = true
		if err := t.renameCoupon(code, folded); err != nil {
			return err
		}
	}
	return nil
}

func (t *tx) renameCoupon(from, to string) error {
	for _, query := range []string{
		`UPDATE coupons SET code = $1, version = version + 1 WHERE code = $2`,
		`UPDATE coupon_counters SET code = $1 WHERE code = $2`,
		`UPDATE gutschein_einloesungen SET code = $1 WHERE code = $2`,
		`UPDATE gutschein_reservierungen SET code = $1 WHERE code = $2`,
		`UPDATE orders SET gutschein_code = $1 WHERE gutschein_code = $2`,
	} {
		if _, err := t.Exec(query, to, from); err != nil {
			return err
		}
	}
	return nil
}

// refoldEmails refolds the addresses of redemptions that contain one of the few
// characters which were once folded differently: the capital sigma, the dotted capital
// i in both spellings, and the control character NEL.
func (t *tx) refoldEmails() error {
	emails := make(map[int64]string)
	err := t.Rows(`SELECT e.order_id, o.kunde_email FROM gutschein_einloesungen e JOIN orders o ON o.id = e.order_id
		WHERE o.kunde_email LIKE $1 OR o.kunde_email LIKE $2 OR o.kunde_email LIKE $3 OR o.kunde_email LIKE $4`,
		[]any{"%Σ%", "%İ%", "%I\u0307%", "%\u0085%"}, func(rows *sql.Rows) error {
			var order int64
			var email string
			err := rows.Scan(&order, &email)
			emails[order] = email
			return err
		})
	if err != nil {
		return err
	}
	for order, email := range emails {
		_, err := t.Exec(`UPDATE gutschein_einloesungen SET email_klein = $1, email_stamm = $2
			WHERE order_id = $3 AND email_klein <> $4`,
			shop.NormalizeEmail(email), shop.EmailStem(email), order, shop.NormalizeEmail(email))
		if err != nil {
			return err
		}
	}
	return nil
}
