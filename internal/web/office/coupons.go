package office

import (
	"net/http"

	"kontor/internal/jsvalue"
	"kontor/internal/shop/coupon"
	"kontor/internal/web/door"
	"kontor/internal/web/kit"
)

// couponJSON is a coupon on the wire. A limit that is not set is null, a flag is a
// boolean, and art decides whether wert is percent or euro. Contract: Administration
// API.
type couponJSON struct {
	Code              string  `json:"code"`
	EinmaligProPerson bool    `json:"einmalig_pro_person"`
	Aktiv             bool    `json:"aktiv"`
	Art               string  `json:"art"`
	Wert              float64 `json:"wert"`
	GueltigVon        *string `json:"gueltig_von"`
	GueltigBis        *string `json:"gueltig_bis"`
	Mindestsumme      float64 `json:"mindestsumme"`
	MaxEinloesungen   *int64  `json:"max_einloesungen"`
	Einloesungen      int64   `json:"einloesungen"`
	Demo              bool    `json:"demo"`
	Version           int64   `json:"version"`
}

type couponsAnswer struct {
	OK         bool         `json:"ok"`
	Gutscheine []couponJSON `json:"gutscheine"`
}

type couponAnswer struct {
	OK        bool       `json:"ok"`
	Gutschein couponJSON `json:"gutschein"`
}

func newCouponJSON(c *coupon.Coupon) couponJSON {
	return couponJSON{
		Code:              c.Code,
		EinmaligProPerson: c.OncePerPerson,
		Aktiv:             c.Active,
		Art:               string(c.Kind),
		Wert:              c.Value,
		GueltigVon:        kit.NullIfZero(string(c.From)),
		GueltigBis:        kit.NullIfZero(string(c.Until)),
		Mindestsumme:      c.MinimumGoods,
		MaxEinloesungen:   kit.NullIfZero(c.MaxRedemptions),
		Einloesungen:      c.Redemptions,
		Demo:              c.Demo,
		Version:           c.Version,
	}
}

// readCoupon reads the settable fields of a coupon, except for its code.
func readCoupon(f *fields, c *coupon.Coupon) {
	f.flag("einmalig_pro_person", &c.OncePerPerson)
	f.flag("aktiv", &c.Active)
	f.text("art", (*string)(&c.Kind))
	f.number("wert", &c.Value)
	f.dayOrNull("gueltig_von", &c.From)
	f.dayOrNull("gueltig_bis", &c.Until)
	f.number("mindestsumme", &c.MinimumGoods)
	f.countOrNull("max_einloesungen", &c.MaxRedemptions)
	f.flag("demo", &c.Demo)
}

// listCoupons answers GET /api/verwaltung/gutscheine.
func (s *Office) listCoupons(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	coupons, err := s.shop.Coupons.Coupons(r.Context())
	if err != nil {
		return err
	}
	return kit.WriteJSON(w, http.StatusOK, couponsAnswer{true, kit.Mapped(coupons, newCouponJSON)})
}

// createCoupon answers POST /api/verwaltung/gutscheine. A new coupon is active unless
// the request says otherwise.
func (s *Office) createCoupon(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	body, err := kit.ReadJSON(w, r)
	if err != nil {
		return err
	}
	c := coupon.Coupon{Active: true}
	f := fields{body: body, refusal: coupon.ErrInvalid}
	f.text("code", &c.Code)
	readCoupon(&f, &c)
	if f.err != nil {
		return f.err
	}
	created, err := s.shop.Coupons.Create(r.Context(), c)
	if err != nil {
		return err
	}
	return writeCoupon(w, http.StatusCreated, &created)
}

// changeCoupon answers PATCH /api/verwaltung/gutscheine/:code; fields missing from the
// request stay unchanged. A demo coupon that is changed in more than whether it is active
// is the operator's own from then on, unless the request says otherwise.
func (s *Office) changeCoupon(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	body, err := kit.ReadJSON(w, r)
	if err != nil {
		return err
	}
	changed, err := change[coupon.Coupon]{
		load:    s.shop.Coupons.Coupon,
		version: versionCoupon,
		apply:   func(c *coupon.Coupon) error { return applyCoupon(body, c) },
		save:    s.shop.Coupons.Change,
	}.carryOut(r, kit.PathText(r, "code"))
	if err != nil {
		return err
	}
	return writeCoupon(w, http.StatusOK, &changed)
}

func applyCoupon(body jsvalue.Value, c *coupon.Coupon) error {
	f := fields{body: body, refusal: coupon.ErrInvalid}
	f.fixed("code", c.Code, coupon.NormalizeCode)
	before := *c
	readCoupon(&f, c)
	if !f.has("demo") && !c.SameDiscount(before) {
		c.Demo = false
	}
	return f.finish()
}

// deleteCoupon answers DELETE /api/verwaltung/gutscheine/:code.
func (s *Office) deleteCoupon(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	code := kit.PathText(r, "code")
	version, err := demanded(r, code, s.shop.Coupons.Coupon, versionCoupon)
	if err != nil {
		return err
	}
	if err := s.shop.Coupons.Delete(r.Context(), code, version); err != nil {
		return err
	}
	return kit.WriteDone(w)
}

func writeCoupon(w http.ResponseWriter, status int, c *coupon.Coupon) error {
	w.Header().Set("ETag", versionTag(c.Version))
	return kit.WriteJSON(w, status, couponAnswer{true, newCouponJSON(c)})
}

func versionCoupon(c *coupon.Coupon) int64 { return c.Version }
