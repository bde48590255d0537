package demo

import (
	"maps"
	"regexp"
	"slices"
	"testing"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

// between fails the test unless part is between low and high percent of whole.
func between(t *testing.T, what string, part, whole int, low, high float64) {
	t.Helper()
	if percent := 100 * float64(part) / float64(whole); percent < low || percent > high {
		t.Errorf("%s: %.1f %%, want %v to %v", what, percent, low, high)
	}
}

func TestOrderStatuses(t *testing.T) {
	t.Parallel()
	const old = 60 * day
	older, recent := make(map[order.Status]int), make(map[order.Status]int)
	oldOrders, recentOrders := 0, 0
	for _, o := range year() {
		switch age := until.Sub(o.CreatedAt); {
		case age > old:
			oldOrders++
			older[o.Status]++
		case age < 3*day:
			recentOrders++
			recent[o.Status]++
		}
		if o.UpdatedAt.Before(o.CreatedAt) || !o.UpdatedAt.Before(until) {
			t.Fatalf("created %v, updated %v", o.CreatedAt, o.UpdatedAt)
		}
		began := order.StatusPaymentOpen
		if o.PaymentMethod == order.MethodPayPal {
			began = order.StatusPaid
		}
		if o.UpdatedAt.Equal(o.CreatedAt) != (o.Status == began) {
			t.Fatalf("%s order is %s since %v, created %v", o.PaymentMethod, o.Status, o.UpdatedAt, o.CreatedAt)
		}
	}
	between(t, "old orders paid", older[order.StatusPaid], oldOrders, 94, 98)
	between(t, "old orders cancelled", older[order.StatusCancelled], oldOrders, 2, 5)
	if n := older[order.StatusPaymentOpen]; n != 0 {
		t.Errorf("%d old orders still open", n)
	}
	between(t, "recent orders open", recent[order.StatusPaymentOpen], recentOrders, 25, 65)
	between(t, "recent orders paid", recent[order.StatusPaid], recentOrders, 30, 75)
}

func TestOrderPayments(t *testing.T) {
	t.Parallel()
	receipt := regexp.MustCompile(`^[A-Z0-9]{17}$`)
	receipts := make(map[string]bool)
	methods := make(map[string]int)
	orders := year()
	for _, o := range orders {
		methods[o.PaymentMethod]++
		if o.PaymentMethod == order.MethodPayPal {
			if !receipt.MatchString(o.PayPalOrderID) || receipts[o.PayPalOrderID] || o.Status == order.StatusPaymentOpen {
				t.Fatalf("%s through PayPal with receipt %q", o.Status, o.PayPalOrderID)
			}
			receipts[o.PayPalOrderID] = true
		} else if o.PayPalOrderID != "" {
			t.Fatalf("%s with receipt %q", o.PaymentMethod, o.PayPalOrderID)
		}
	}
	between(t, "transfers", methods[order.MethodTransfer], len(orders), 60, 70)
	between(t, "PayPal", methods[order.MethodPayPal], len(orders), 30, 40)
}

func TestOrderCalendar(t *testing.T) {
	t.Parallel()
	months, weekdays := make(map[time.Month]int), make(map[time.Weekday]int)
	night := 0
	orders := year()
	for _, o := range orders {
		local := o.CreatedAt.In(shop.Berlin)
		months[local.Month()]++
		weekdays[local.Weekday()]++
		if local.Hour() < 6 {
			night++
		}
	}
	if months[time.November] < 2*months[time.July] || months[time.December] < 2*months[time.July] || months[time.July] == 0 {
		t.Errorf("orders by month: %v", months)
	}
	busiest := slices.MaxFunc(slices.Collect(maps.Keys(weekdays)), func(a, b time.Weekday) int { return weekdays[a] - weekdays[b] })
	if busiest != time.Sunday || weekdays[time.Friday] >= weekdays[time.Monday] {
		t.Errorf("orders by weekday: %v", weekdays)
	}
	between(t, "orders at night", night, len(orders), 0.5, 6)
}

func TestOrderBaskets(t *testing.T) {
	t.Parallel()
	countries, languages := make(map[shop.Country]int), make(map[shop.Language]int)
	sold := make(map[string]int64)
	gifts, discounts := 0, 0
	orders := year()
	for _, o := range orders {
		countries[o.Country]++
		languages[o.Language]++
		for _, item := range o.Items {
			if item.Free {
				gifts++
			} else {
				sold[item.Slug] += item.Quantity
			}
		}
		if o.Discount > 0 {
			discounts++
		}
	}
	for _, country := range shop.Countries {
		between(t, "orders to "+string(country), countries[country], len(orders), 3, 75)
	}
	for _, language := range shop.Languages {
		between(t, "orders in "+string(language), languages[language], len(orders), 1, 93)
	}
	between(t, "free lines", gifts, len(orders), 3, 5)
	between(t, "discounts", discounts, len(orders), 8, 20)
	counts := slices.Sorted(maps.Values(sold))
	if len(sold) != len(articles) || counts[len(counts)-1] < 10*counts[0] {
		t.Errorf("pieces sold: %v", sold)
	}
}

func BenchmarkOrders(b *testing.B) {
	b.ReportAllocs()
	for range Orders(b.N, until, 1) {
	}
}
