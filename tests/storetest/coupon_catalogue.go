package storetest

import (
	"database/sql"
	"errors"

	"github.com/google/go-cmp/cmp"

	"kontor/internal/shop"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/order"
)

var couponCatalogueScenarios = []scenario{
	{"a coupon is read back as it was created", couponReadBack},
	{"a code is given once", couponTwice},
	{"changing keeps to the version that was read", couponChanged},
	{"a coupon that was ever used is not deleted", couponDeleted},
}

func couponReadBack(s *suite) {
	want := coupon.Coupon{
		Code: "GRÜN-1", OncePerPerson: true, Active: true, Kind: coupon.Amount, Value: 7.5,
		From: "2026-11-01", Until: "2026-11-30", MinimumGoods: 20.5, MaxRedemptions: 100, Demo: true,
	}
	created := s.coupon(want.Code, func(c *coupon.Coupon) { *c = want })
	want.Version = created.Version
	plain := s.coupon("ABC")
	for source, got := range map[string]coupon.Coupon{"answer": created, "Coupon": s.mustCoupon("GRÜN-1"), "Coupons": s.coupons()[1]} {
		if diff := cmp.Diff(want, got); diff != "" {
			s.t.Errorf("%s (-want +got):\n%s", source, diff)
		}
	}
	if diff := cmp.Diff(plain, s.coupons()[0]); diff != "" {
		s.t.Errorf("coupons are not sorted by code:\n%s", diff)
	}
	for _, unknown := range append([]string{"", "unbekannt"}, hostile...) {
		if _, err := s.Store.Coupon(s.t.Context(), unknown); !errors.Is(err, coupon.ErrNotFound) {
			s.t.Errorf("unknown coupon %q: %v", unknown, err)
		}
	}
}

func (s *suite) coupons() []coupon.Coupon {
	s.t.Helper()
	coupons, err := s.Store.Coupons(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	return coupons
}

func couponTwice(s *suite) {
	first := s.coupon("ABC")
	other := first
	other.Value = 50
	if _, err := s.Store.CreateCoupon(s.t.Context(), other, noon); !errors.Is(err, coupon.ErrExists) {
		s.t.Errorf("the same code again: %v", err)
	}
	if diff := cmp.Diff(first, s.mustCoupon("ABC")); diff != "" {
		s.t.Errorf("the first coupon changed:\n%s", diff)
	}
}

func couponChanged(s *suite) {
	read := s.coupon("ABC")
	s.place(with("ABC"))
	want := coupon.Coupon{
		Code: "ABC", OncePerPerson: true, Kind: coupon.Amount, Value: 5, From: "2026-01-01", Until: "2026-12-31",
		MinimumGoods: 1, MaxRedemptions: 2, Version: read.Version,
	}
	changed, err := s.Store.ChangeCoupon(s.t.Context(), want, noon)
	if err != nil {
		s.t.Fatal(err)
	}
	if changed.Version <= read.Version {
		s.t.Errorf("version %d after %d", changed.Version, read.Version)
	}
	want.Version, want.Redemptions = changed.Version, 1
	if diff := cmp.Diff(want, s.mustCoupon("ABC")); diff != "" {
		s.t.Errorf("changed coupon (-want +got):\n%s", diff)
	}
	if _, err := s.Store.ChangeCoupon(s.t.Context(), read, noon); !errors.Is(err, shop.ErrStale) {
		s.t.Errorf("change over an old version: %v", err)
	}
	if diff := cmp.Diff(want, s.mustCoupon("ABC")); diff != "" {
		s.t.Errorf("a stale change was stored:\n%s", diff)
	}
	if _, err := s.Store.ChangeCoupon(s.t.Context(), coupon.Coupon{Code: "X", Kind: "betrag", Value: 1}, noon); !errors.Is(err, coupon.ErrNotFound) {
		s.t.Errorf("change of an unknown coupon: %v", err)
	}
}

func couponDeleted(s *suite) {
	s.coupon("UNBENUTZT")
	s.coupon("BENUTZT")
	o := s.place(with("BENUTZT"))
	s.setStatus(o.ID, order.StatusCancelled)
	for code, want := range map[string]error{
		"UNBENUTZT": nil, "BENUTZT": coupon.ErrInUse, "GIBTESNICHT": coupon.ErrNotFound,
	} {
		if err := s.Store.DeleteCoupon(s.t.Context(), code, 0); !errors.Is(err, want) {
			s.t.Errorf("delete %s: %v, want %v", code, err, want)
		}
	}
	changed := s.coupon("ANDERS")
	if err := s.Store.DeleteCoupon(s.t.Context(), "ANDERS", changed.Version+1); !errors.Is(err, shop.ErrStale) {
		s.t.Errorf("delete another version: %v", err)
	}
	if err := s.Store.DeleteCoupon(s.t.Context(), "ANDERS", changed.Version); err != nil {
		s.t.Errorf("delete this version: %v", err)
	}
	if codes := s.coupons(); len(codes) != 1 || codes[0].Code != "BENUTZT" {
		s.t.Errorf("left are %+v", codes)
	}
	s.refuse(coupon.ErrUnusable, with("UNBENUTZT"))
}

// usesAgree compares each coupon's number of uses with the orders, whatever spelling of
// its code an older version stored.
func (s *suite) usesAgree() {
	s.t.Helper()
	uses := make(map[string]int64)
	s.each(`SELECT gutschein_code FROM orders WHERE gutschein_code IS NOT NULL AND status <> 'storniert'`, nil,
		func(rows *sql.Rows) error {
			var code string
			err := rows.Scan(&code)
			uses[coupon.NormalizeCode(code)]++
			return err
		})
	for _, c := range s.coupons() {
		if c.Redemptions != uses[c.Code] {
			s.t.Errorf("%s: %d redemptions, %d orders", c.Code, c.Redemptions, uses[c.Code])
		}
	}
}
