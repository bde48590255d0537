package demo

import (
	"net/mail"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/order"
)

var until = time.Date(2026, 11, 21, 9, 15, 0, 123456789, time.UTC)

// year returns enough orders for proportions to be close to their expected values.
func year() []*order.Order { return slices.Collect(Orders(20_000, until, 42)) }

func TestOrdersAreDeterministic(t *testing.T) {
	t.Parallel()
	orders := Orders(500, until, 7)
	first := slices.Collect(orders)
	if diff := cmp.Diff(first, slices.Collect(orders)); diff != "" {
		t.Errorf("a second walk makes other orders:\n%s", diff)
	}
	if diff := cmp.Diff(first, slices.Collect(Orders(500, until.In(shop.Berlin), 7))); diff != "" {
		t.Errorf("another zone makes other orders:\n%s", diff)
	}
	if cmp.Equal(first, slices.Collect(Orders(500, until, 8))) {
		t.Error("another seed makes the same orders")
	}
}

func TestOrdersStopWhenAsked(t *testing.T) {
	t.Parallel()
	seen := 0
	for range Orders(1000, until, 1) {
		if seen++; seen == 3 {
			break
		}
	}
	if none := slices.Collect(Orders(0, until, 1)); seen != 3 || len(none) != 0 {
		t.Errorf("%d orders seen and %d of none", seen, len(none))
	}
}

// Orders lie within the year, each at least a millisecond later than the one before,
// even when there are so many that draws coincide.
func TestOrderTimes(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 2, 24, 20_000} {
		last := until.AddDate(-1, 0, 0).Add(-time.Millisecond)
		count := 0
		for o := range Orders(n, until, 3) {
			if !o.CreatedAt.After(last) || o.CreatedAt != o.CreatedAt.Truncate(time.Millisecond) || o.CreatedAt.Location() != time.UTC {
				t.Fatalf("order %d of %d at %v, the one before at %v", count, n, o.CreatedAt, last)
			}
			last = o.CreatedAt
			count++
		}
		if !last.Before(until) || count != n {
			t.Errorf("%d orders of %d, the last at %v", count, n, last)
		}
	}
}

func TestOrderTimesWhenCrowded(t *testing.T) {
	t.Parallel()
	const n = 300_000
	g := newGenerator(n, until, 5)
	last := time.Time{}
	for range n {
		at := g.times.next()
		if !at.After(last) {
			t.Fatalf("%v comes after %v", at, last)
		}
		last = at
	}
	if !last.Before(until) {
		t.Errorf("the last order is at %v", last)
	}
}

func TestOrdersAddUp(t *testing.T) {
	t.Parallel()
	catalogue := make(map[string]catalogue.Product)
	for _, p := range Products() {
		catalogue[p.Slug] = p
	}
	for _, o := range year() {
		if o.ExpectedTotal() != o.TotalCents() || shop.CentsOf(o.Subtotal) != o.GoodsValue() {
			t.Fatalf("expected total %v and goods %v: %+v", o.ExpectedTotal(), o.GoodsValue(), o)
		}
		for _, hint := range new(checkout.Terms).Check(o, catalogue, nil, true) {
			if slices.Contains([]order.HintKind{order.HintTotal, order.HintPrice, order.HintUnknown, order.HintQuantity}, hint.Kind) {
				t.Fatalf("%s: %+v", hint.Text, o)
			}
		}
		if o.Shipping < 0 || o.Discount < 0 || o.Total <= 0 || o.Discount > o.Subtotal {
			t.Fatalf("sums out of range: %+v", o)
		}
	}
}

// Each order would pass the shop's own intake.
func TestOrdersPassTheRules(t *testing.T) {
	t.Parallel()
	for _, o := range year() {
		draft := checkout.Draft{
			Country: string(o.Country), Customer: o.Customer, Total: o.Total, PaymentMethod: o.PaymentMethod,
		}
		slugs := make(map[string]bool)
		for _, item := range o.Items {
			draft.Items = append(draft.Items, checkout.DraftItem{
				Slug: item.Slug, Name: item.Name, Category: item.Category,
				Quantity: float64(item.Quantity), Price: item.Price, Free: item.Free,
			})
			if !item.Free && slugs[item.Slug] {
				t.Fatalf("%s twice in %+v", item.Slug, o)
			}
			slugs[item.Slug] = slugs[item.Slug] || !item.Free
			if item.Quantity > 8 || item.Category == "" {
				t.Fatalf("implausible line %+v", item)
			}
		}
		if err := draft.Check(); err != nil {
			t.Fatalf("%v: %+v", err, o)
		}
		if len(slugs) > 7 || o.ID != 0 || o.Number != "" {
			t.Fatalf("%d articles, id %d, number %q", len(slugs), o.ID, o.Number)
		}
	}
}

// No fictional address can reach anybody.
func TestOrderPersons(t *testing.T) {
	t.Parallel()
	names := make(map[string]string) // by e-mail
	for _, o := range year() {
		address, err := mail.ParseAddress(o.Customer.Email)
		if err != nil || address.Address != o.Customer.Email {
			t.Fatalf("%q: %v", o.Customer.Email, err)
		}
		_, domain, _ := strings.Cut(o.Customer.Email, "@")
		if !slices.Contains([]string{"example.org", "example.com", "example.net"}, domain) {
			t.Fatalf("%q is somebody's domain", domain)
		}
		for _, c := range []byte(o.Customer.Email) {
			if c > '~' {
				t.Fatalf("%q is not ASCII", o.Customer.Email)
			}
		}
		if other, ok := names[o.Customer.Email]; ok && other != o.Customer.Name {
			t.Fatalf("%s is %s's and %s's", o.Customer.Email, other, o.Customer.Name)
		}
		names[o.Customer.Email] = o.Customer.Name
		digits := map[shop.Country]int{"de": 5, "at": 4, "ch": 4, "lu": 4}[o.Country]
		if len(o.Customer.Postcode) != digits || o.Customer.City == "" || o.Customer.Street == "" {
			t.Fatalf("address in %s: %+v", o.Country, o.Customer)
		}
		if o.Country == "ch" && strings.ContainsRune(o.Customer.Street, 'ß') {
			t.Fatalf("%q in Switzerland", o.Customer.Street)
		}
	}
	if n := len(names); n < 10_000 || n > 17_000 {
		t.Errorf("%d customers of 20,000 orders: some should come again", n)
	}
}

// H36: nobody uses the once-per-person coupon twice.
func TestOrderCoupons(t *testing.T) {
	t.Parallel()
	used := make(map[string]bool)
	uses := make(map[string]int)
	for _, o := range year() {
		if uses[o.CouponCode]++; o.CouponCode == "" {
			continue
		}
		i := slices.IndexFunc(Coupons(), func(c coupon.Coupon) bool { return c.Code == o.CouponCode })
		if i < 0 {
			t.Fatalf("unknown coupon %q", o.CouponCode)
		}
		coupon := Coupons()[i]
		if !coupon.Redeemable(o.CreatedAt, o.GoodsValue()) {
			t.Fatalf("%s not redeemable: %+v", coupon.Code, o)
		}
		email := shop.NormalizeEmail(o.Customer.Email)
		if coupon.OncePerPerson && used[email] {
			t.Fatalf("%s used twice by %s", coupon.Code, email)
		}
		used[email] = used[email] || coupon.OncePerPerson
	}
	if uses["WILLKOMMEN10"] < 500 || uses["BASTELN5"] < 100 || uses[""] < 16_000 {
		t.Errorf("uses of coupons: %v", uses)
	}
}
