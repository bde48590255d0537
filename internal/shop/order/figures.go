package order

import (
	"time"

	"kontor/internal/shop"
)

// Figures is the evaluation of the orders created in a range of Berlin days. Only paid
// orders are revenue; open and cancelled ones are listed separately.
// Spec: States and transitions, rule 1.
type Figures struct {
	Revenue   shop.Cents
	Returned  shop.Cents // of Revenue, returned to the buyers through PayPal, or on its way
	Paid      int64      // paid orders
	Open      OpenFigures
	Cancelled Tally
	Days      []DayFigures     // days with paid orders, oldest first
	Countries []CountryFigures // paid orders
	Methods   []MethodFigures  // paid orders
	Products  []ProductFigures // best-selling products, most pieces first
	Coupons   []CouponFigures  // paid orders that used one, by code
}

// Average returns the mean total of a paid order, rounded half up; 0 without one.
func (f *Figures) Average() shop.Cents {
	if f.Paid == 0 {
		return 0
	}
	return (2*f.Revenue + shop.Cents(f.Paid)) / shop.Cents(2*f.Paid)
}

// Kept returns what is left of the revenue without what was returned.
func (f *Figures) Kept() shop.Cents { return f.Revenue - f.Returned }

// Tally is a number of orders and their total.
type Tally struct {
	Orders int64
	Sum    shop.Cents
}

// Revenue is what a number of paid orders brought.
type Revenue struct {
	Tally
	Returned shop.Cents // of Sum, as in [Figures]
}

// Kept returns what is left without what was returned.
func (r *Revenue) Kept() shop.Cents { return r.Sum - r.Returned }

// OpenFigures are the orders whose money has not arrived.
type OpenFigures struct {
	Tally
	Oldest time.Time // creation of the oldest; zero if there is none
}

// DayFigures are the paid orders of one Berlin day.
type DayFigures struct {
	Day shop.Day
	Revenue
}

// CountryFigures are the paid orders of one country.
type CountryFigures struct {
	Country shop.Country
	Revenue
}

// MethodFigures are the paid orders of one payment method; methods other than the two
// that the shop offers are combined as "sonstige".
type MethodFigures struct {
	Method string
	Revenue
}

// MethodOther stands for every payment method that the shop does not offer.
const MethodOther = "sonstige"

// MethodClass returns the method under which an order is evaluated.
func (o *Order) MethodClass() string {
	switch o.PaymentMethod {
	case MethodTransfer, MethodPayPal:
		return o.PaymentMethod
	}
	return MethodOther
}

// ProductFigures are the sales of one product: lines of counting orders that are not
// free.
type ProductFigures struct {
	Slug     string
	Name     string // German; empty: no longer in the catalogue
	Quantity int64
}

// CouponFigures are the paid orders that used one coupon.
type CouponFigures struct {
	Code string
	Revenue
}
