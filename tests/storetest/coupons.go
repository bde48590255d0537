package storetest

import (
	"errors"
	"strings"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/order"
)

var couponScenarios = []scenario{
	{"every coupon that cannot be used refuses the order", unusableCoupons},
	{"a coupon is valid through its days and from its minimum on", usableCoupons},
	{"a coupon is used up at its limit", limitedCoupon},
	{"H31 H32 once per person in every spelling of the address", oncePerPerson},
	{"H36 a coupon without the flag never blocks", unflaggedCoupon},
	{"H36 an open order counts as used, a cancelled one does not", statesThatUse},
	{"a flag that is set later counts earlier orders", flagSetLater},
	{"H35 a cancelled order is not taken back while its coupon is used", takenBack},
	{"a cancelled order is not taken back when its coupon is used up", usedUpMeanwhile},
	{"H33 an address much like an earlier one is pointed out", aliasPointedOut},
}

// coupon creates a coupon worth 10 % with changes.
func (s *suite) coupon(code string, changes ...func(*coupon.Coupon)) coupon.Coupon {
	s.t.Helper()
	c := coupon.Coupon{Code: code, Active: true, Kind: coupon.Percent, Value: 10}
	for _, change := range changes {
		change(&c)
	}
	created, err := s.Store.CreateCoupon(s.t.Context(), c, noon)
	if err != nil {
		s.t.Fatalf("create coupon %s: %v", code, err)
	}
	return created
}

func once(c *coupon.Coupon) { c.OncePerPerson = true }

func atMost(n int64) func(*coupon.Coupon) {
	return func(c *coupon.Coupon) { c.MaxRedemptions = n }
}

func valid(from, until shop.Day) func(*coupon.Coupon) {
	return func(c *coupon.Coupon) { c.From, c.Until = from, until }
}

func minimum(euro float64) func(*coupon.Coupon) {
	return func(c *coupon.Coupon) { c.MinimumGoods = euro }
}

func unusableCoupons(s *suite) {
	s.coupon("INAKTIV", func(c *coupon.Coupon) { c.Active = false })
	s.coupon("NOVEMBER", valid("2026-11-01", "2026-11-30"))
	s.coupon("AB1580", minimum(15.81))
	s.refuse(coupon.ErrUnusable, with("GIBTESNICHT"))
	s.refuse(coupon.ErrUnusable, with("' OR '1'='1"))
	s.refuse(coupon.ErrUnusable, with("INAKTIV"))
	s.refuse(coupon.ErrUnusable, with("NOVEMBER"), at(instant("2026-10-31T22:59:59.999Z")))
	s.refuse(coupon.ErrUnusable, with("NOVEMBER"), at(instant("2026-11-30T23:00:00.000Z")))
	s.refuse(coupon.ErrUnusable, with("AB1580")) // 15.80 of goods: shipping does not count
	s.refuse(coupon.ErrUnusable, with("AB1580"), func(o *order.Order) {
		o.Items = append(o.Items, order.Item{Slug: "geschenk", Name: "Geschenk", Quantity: 1, Price: 99, Free: true})
	})
}

func usableCoupons(s *suite) {
	s.coupon("NOVEMBER", valid("2026-11-01", "2026-11-30"))
	s.coupon("AB1580", minimum(15.8))
	s.place(with("NOVEMBER"), at(instant("2026-10-31T23:00:00.000Z"))) // midnight in Berlin
	s.place(with("NOVEMBER"), at(instant("2026-11-30T22:59:59.999Z")))
	s.place(with("AB1580"))
	s.place(with(" ab1580 "))
	if o := s.details(4); o.CouponCode != "AB1580" {
		s.t.Errorf("H34 stored code %q", o.CouponCode)
	}
}

func limitedCoupon(s *suite) {
	s.coupon("ZWEIMAL", atMost(2))
	first := s.place(with("ZWEIMAL"))
	s.place(with("ZWEIMAL"))
	s.refuse(coupon.ErrUnusable, with("ZWEIMAL"))
	s.setStatus(first.ID, order.StatusCancelled)
	s.place(with("ZWEIMAL"))
	s.refuse(coupon.ErrUnusable, with("ZWEIMAL"))
	if c := s.mustCoupon("ZWEIMAL"); c.Redemptions != 2 {
		s.t.Errorf("%d redemptions, want 2: a cancelled order does not count", c.Redemptions)
	}
}

func (s *suite) mustCoupon(code string) coupon.Coupon {
	s.t.Helper()
	c, err := s.Store.Coupon(s.t.Context(), code)
	if err != nil {
		s.t.Fatalf("coupon %s: %v", code, err)
	}
	return c
}

func oncePerPerson(s *suite) {
	s.coupon("EINMAL", once)
	s.coupon("AUCHEINMAL", once)
	s.place(with("EINMAL"), from("Max.Müller@Example.DE"))
	for _, same := range []string{
		"Max.Müller@Example.DE", "max.müller@example.de", "MAX.MÜLLER@EXAMPLE.DE", " max.müller@example.de\t",
		"max.mu\u0308ller@example.de", "MAX.MU\u0308LLER@example.de", // the umlaut as two characters
	} {
		s.refuse(coupon.ErrUsed, with("EINMAL"), from(same))
	}
	s.refuse(coupon.ErrUsed, with("einmal "), from("max.müller@example.de"))
	s.place(with("EINMAL"), from("ΣΑΣ@x.de"))
	s.refuse(coupon.ErrUsed, with("EINMAL"), from("σας@x.de"))
	s.place(with("EINMAL"), from("i@x.de"))
	s.place(with("EINMAL"), from("İ@x.de"))                // two letters in JavaScript
	s.place(with("EINMAL"), from("max.muller@example.de")) // somebody else
	s.place(with("AUCHEINMAL"), from("max.müller@example.de"))
	s.place(from("max.müller@example.de"))
}

func unflaggedCoupon(s *suite) {
	s.coupon("IMMER")
	for range 3 {
		if o := s.place(with("IMMER")); o.HasHint(order.HintAlias) {
			s.t.Error("an alias hint on a coupon for everybody")
		}
	}
	if c := s.mustCoupon("IMMER"); c.Redemptions != 3 {
		s.t.Errorf("%d redemptions, want 3", c.Redemptions)
	}
}

func statesThatUse(s *suite) {
	s.coupon("EINMAL", once)
	first := s.place(with("EINMAL")) // waits for its money
	s.refuse(coupon.ErrUsed, with("EINMAL"))
	s.setStatus(first.ID, order.StatusPaid)
	s.refuse(coupon.ErrUsed, with("EINMAL"))
	s.setStatus(first.ID, order.StatusCancelled)
	s.place(with("EINMAL"))
	s.refuse(coupon.ErrUsed, with("EINMAL"))
}

func flagSetLater(s *suite) {
	c := s.coupon("SPÄTER")
	s.place(with("SPÄTER"))
	c.OncePerPerson = true
	if _, err := s.Store.ChangeCoupon(s.t.Context(), c, noon); err != nil {
		s.t.Fatal(err)
	}
	s.refuse(coupon.ErrUsed, with("SPÄTER"))
	s.place(with("SPÄTER"), from("jemand@example.org"))
}

func takenBack(s *suite) {
	s.coupon("EINMAL", once)
	first := s.place(with("EINMAL"))
	cancelled := s.setStatus(first.ID, order.StatusCancelled)
	second := s.place(with("EINMAL"), from("ERIKA@example.org"))
	for _, status := range []order.Status{order.StatusPaid, order.StatusPaymentOpen} {
		_, err := s.tryChange(first.ID, order.Change{Status: &status})
		if !errors.Is(err, coupon.ErrTaken) || !strings.Contains(err.Error(), second.Number) {
			s.t.Errorf("back to %s: %v, want a refusal that names %s", status, err, second.Number)
		}
	}
	if now := s.details(first.ID); now.Status != order.StatusCancelled || now.Version != cancelled.Version || len(now.Events) != len(cancelled.Events) {
		s.t.Errorf("a refused change left %+v", now)
	}
	note := "Kunde angerufen"
	s.change(first.ID, order.Change{Note: &note}) // other changes stay possible
	s.setStatus(first.ID, order.StatusCancelled)
	s.setStatus(second.ID, order.StatusCancelled)
	s.setStatus(first.ID, order.StatusPaid)
	s.refuse(coupon.ErrUsed, with("EINMAL"))
	s.noDoubleUse("EINMAL")
}

func usedUpMeanwhile(s *suite) {
	s.coupon("ZWEIMAL", atMost(2))
	first := s.place(with("ZWEIMAL"))
	s.place(with("ZWEIMAL"), from("b@x.de"))
	cancelled := s.setStatus(first.ID, order.StatusCancelled)
	last := s.place(with("ZWEIMAL"), from("c@x.de"))
	for _, status := range []order.Status{order.StatusPaid, order.StatusPaymentOpen} {
		_, err := s.tryChange(first.ID, order.Change{Status: &status})
		if !errors.Is(err, coupon.ErrTaken) || !strings.Contains(err.Error(), last.Number) {
			s.t.Errorf("back to %s: %v, want a refusal that names %s", status, err, last.Number)
		}
	}
	if now := s.details(first.ID); now.Status != order.StatusCancelled || now.Version != cancelled.Version || len(now.Events) != len(cancelled.Events) {
		s.t.Errorf("a refused change left %+v", now)
	}
	s.setStatus(last.ID, order.StatusPaid) // orders that use it may change
	s.setStatus(last.ID, order.StatusCancelled)
	s.setStatus(first.ID, order.StatusPaid)
	s.refuse(coupon.ErrUnusable, with("ZWEIMAL"))
	if c := s.mustCoupon("ZWEIMAL"); c.Redemptions != 2 {
		s.t.Errorf("%d redemptions, want 2", c.Redemptions)
	}
}

// noDoubleUse expects no address with two orders that use the coupon. The addresses of
// its orders must not differ in anything but ASCII case.
func (s *suite) noDoubleUse(code string) {
	s.t.Helper()
	var double int
	s.scan(`SELECT count(*) FROM (SELECT lower(kunde_email) FROM orders WHERE gutschein_code = $1 AND status <> 'storniert'
		GROUP BY lower(kunde_email) HAVING count(*) > 1) AS double`, []any{code}, &double)
	if double > 0 {
		s.t.Errorf("%s: %d addresses use it twice", code, double)
	}
}

func aliasPointedOut(s *suite) {
	s.coupon("EINMAL", once)
	first := s.place(with("EINMAL"), from("max@gmail.com"))
	for _, alias := range []string{"max+1@gmail.com", "m.a.x@gmail.com", "M.ax+a@GoogleMail.com"} {
		o := s.place(with("EINMAL"), from(alias))
		if !o.HasHint(order.HintAlias) || !strings.Contains(o.HintTexts(), first.Number) {
			s.t.Errorf("%s: hints %+v, want an alias of %s", alias, o.Hints, first.Number)
		}
	}
	if o := s.place(with("EINMAL"), from("m.ax@example.org"), at(noon.Add(2*time.Hour))); len(o.Hints) > 0 {
		s.t.Errorf("somebody else has hints %+v", o.Hints)
	}
	if o := s.place(from("ma.x@gmail.com")); o.HasHint(order.HintAlias) {
		s.t.Error("an alias hint without a coupon")
	}
}
