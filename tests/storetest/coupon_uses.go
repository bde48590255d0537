package storetest

import (
	"errors"
	"fmt"

	"kontor/internal/shop/coupon"
	"kontor/internal/shop/order"
)

var couponUseScenarios = []scenario{
	{"a trial of a coupon foretells what becomes of an order", trialForetells},
	{"the uses of a coupon are listed by page, cancelled orders too", redemptionsListed},
}

func trialForetells(s *suite) {
	none := func(*coupon.Coupon) {}
	changes := map[string]func(*coupon.Coupon){
		"":                   none,
		"inaktiv":            func(c *coupon.Coupon) { c.Active = false },
		"noch_nicht_gueltig": valid("2099-01-01", ""),
		"abgelaufen":         valid("", "2026-01-01"),
		"mindestsumme":       minimum(15.81),
		"aufgebraucht":       atMost(1),
		"schon_eingeloest":   once,
	}
	for reason, change := range changes {
		code := "C-" + coupon.NormalizeCode(reason)
		s.coupon(code, change)
		switch reason {
		case "", "aufgebraucht", "schon_eingeloest":
			s.foretells("", code, "max@example.org")
			s.place(with(code), from("Max@example.org"))
		}
		s.foretells(coupon.Reason(reason), code, "max@example.org")
	}
	s.foretells("unbekannt", "GIBTESNICHT", "max@example.org")
	s.foretells("", "C-SCHON_EINGELOEST", "eva@example.org")
}

// foretells tries a coupon for goods of 15.80, expects a reason, and expects the same
// verdict on an order.
func (s *suite) foretells(reason coupon.Reason, code, email string) {
	s.t.Helper()
	c, uses, err := s.Store.CouponUses(s.t.Context(), code, email)
	if err != nil {
		s.t.Fatalf("uses of %s: %v", code, err)
	}
	var got coupon.Reason
	if refusal := c.Refusal(noon, 1580, uses); refusal != nil {
		got = refusal.Reason
	}
	if got != reason {
		s.t.Errorf("%s by %s: %q, want %q", code, email, got, reason)
	}
	want := map[coupon.Reason]error{"": nil, coupon.ReasonUsedByOwner: coupon.ErrUsed}
	refusal, known := want[reason]
	if !known {
		refusal = coupon.ErrUnusable
	}
	if refusal != nil {
		s.refuse(refusal, with(code), from(email))
		return
	}
	placed := s.place(with(code), from(email))
	s.setStatus(placed.ID, order.StatusCancelled)
}

func redemptionsListed(s *suite) {
	s.coupon("VIEL")
	for i := range 5 {
		s.place(with("VIEL"), from(fmt.Sprintf("kunde%d@example.org", i)))
		s.place()
	}
	s.setStatus(9, order.StatusCancelled)
	var ids []int64
	for before, pages := int64(0), 0; ; pages++ {
		page, err := s.Store.Redemptions(s.t.Context(), "VIEL", before, 2)
		if err != nil || pages > 2 {
			s.t.Fatalf("page %d: %v", pages, err)
		}
		for _, r := range page.Redemptions {
			ids = append(ids, r.OrderID)
			o := s.details(r.OrderID)
			want := coupon.Redemption{OrderID: o.ID, Number: o.Number, Status: o.Status, Name: o.Customer.Name, Email: o.Customer.Email, Total: o.Total, At: o.CreatedAt}
			if r != want {
				s.t.Errorf("redemption %+v, want %+v", r, want)
			}
		}
		if before = page.Next; before == 0 {
			break
		}
	}
	if got := fmt.Sprint(ids); got != "[9 7 5 3 1]" {
		s.t.Errorf("redemptions of orders %s", got)
	}
	if _, err := s.Store.Redemptions(s.t.Context(), "GIBTESNICHT", 0, 2); !errors.Is(err, coupon.ErrNotFound) {
		s.t.Errorf("redemptions of no coupon: %v", err)
	}
}
