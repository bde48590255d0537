package order

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kontor/internal/shop"
)

// L23: whatever the operator requests, in any order, issued documents
// stay, and all together charge neither less than zero nor more than the
// order's total.
func TestL23_InvoicesNeverAskForMoreThanTheTotal(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := Details{Order: Order{Number: "BK-2026-0042", Status: StatusPaid, Total: float64(rapid.IntRange(0, 500).Draw(t, "cents")) / 100}}
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			d.Status = rapid.SampledFrom(Statuses).Draw(t, "status")
			r := InvoiceRequest{
				Kind:   rapid.SampledFrom([]InvoiceKind{InvoiceRegular, InvoiceCancellation, InvoiceCorrection}).Draw(t, "kind"),
				Amount: shop.Cents(rapid.IntRange(1, 600).Draw(t, "amount")),
			}
			before := d.Invoiced()
			i, err := d.Issue(r, time.Now())
			if errors.Is(err, ErrInvoiceUnfit) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			d.Issued = append(d.Issued, i)
			after := d.Invoiced()
			if i.Amount <= 0 || after < 0 || after > d.TotalCents() || after == before {
				t.Fatalf("%s: %s became %s of %s", i.Title(), before, after, d.TotalCents())
			}
			if i.Kind == InvoiceCancellation && (after != 0 || d.Status != StatusCancelled) || i.Kind == InvoiceRegular && d.Status == StatusCancelled {
				t.Fatalf("%s of an order that is %s leaves %s", i.Title(), d.Status, after)
			}
		}
	})
}

func TestInvoiceNamesWhatItCorrects(t *testing.T) {
	t.Parallel()
	d := Details{Order: Order{Number: "BK-2026-0042", Status: StatusCancelled, Total: 10}}
	issue := func(kind InvoiceKind, amount shop.Cents) Invoice {
		t.Helper()
		i, err := d.Issue(InvoiceRequest{Kind: kind, Amount: amount}, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		i.Number = fmt.Sprintf("RE-2026-%05d", i.Seq)
		d.Issued = append(d.Issued, i)
		return i
	}
	d.Status = StatusPaid
	first := issue(InvoiceRegular, 0)
	d.Status = StatusCancelled
	part, rest := issue(InvoiceCorrection, 300), issue(InvoiceCancellation, 0)
	d.Status = StatusPaid
	again := issue(InvoiceRegular, 0)
	later := issue(InvoiceCorrection, 1000)
	for _, c := range []struct {
		by   Invoice
		want string
	}{{part, "RE-2026-00001"}, {rest, "RE-2026-00001"}, {later, "RE-2026-00004"}} {
		if got := d.Corrected(c.by); got.Number != c.want {
			t.Errorf("%s corrects %s, want %s", c.by.Number, got.Number, c.want)
		}
	}
	if rest.Amount != 700 || again.Amount != 1000 {
		t.Errorf("the rest is %s, the new one %s", rest.Amount, again.Amount)
	}
	if by, ok := d.Cancellation(first); !ok || by.Number != rest.Number {
		t.Errorf("the first is cancelled by %q", by.Number)
	}
	if by, ok := d.Cancellation(again); ok {
		t.Errorf("the new one is cancelled by %s", by.Number)
	}
	if _, err := d.Invoice("BK-2026-0043"); !errors.Is(err, ErrInvoiceNotFound) {
		t.Errorf("another order's: %v", err)
	}
}
