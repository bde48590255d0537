package invoice

import (
	"bytes"
	"testing"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
	"kontor/internal/shop/tax"
)

// F23: a document that is drawn from its snapshot has the same bytes as one drawn from
// the order, whatever the shop is called by then; and a snapshot holds nothing else about
// the customer than what the document says.
func TestF23_SnapshotsSayEverything(t *testing.T) {
	t.Parallel()
	swiss, small := seller, seller
	swiss.Tax.Seat, small.Tax.Small, small.VATID = "ch", true, "DE123456789"
	for name, c := range map[string]struct {
		seller  Shop
		country string
		kind    order.InvoiceKind
	}{
		"domestic": {seller, "de", order.InvoiceRegular}, "export": {seller, "ch", order.InvoiceRegular},
		"Swiss": {swiss, "ch", order.InvoiceRegular}, "small": {small, "at", order.InvoiceRegular},
		"correction": {seller, "lu", order.InvoiceCorrection}, "cancellation": {small, "de", order.InvoiceCancellation},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := order.Details{Order: *sample()}
			o.Note, o.Items[0].TaxClass, o.Items[1].TaxClass = "klingelt nie", tax.Reduced, tax.Standard
			o.Country = shop.Country(c.country)
			i := first(&o)
			if c.kind != order.InvoiceRegular {
				o.Status = order.StatusCancelled
				i = issue(t, &o, c.kind, 1000)
			}
			want, err := c.seller.Issuer("RE").Draw(&o, i)
			if err != nil {
				t.Fatal(err)
			}
			adopted, err := c.seller.Adopter().Draw(&o, i)
			if err != nil || adopted.PDF != nil || adopted.XML != nil {
				t.Fatalf("%v, drawn already", err)
			}
			for source, snapshot := range map[string][]byte{"issued": want.Snapshot, "adopted": adopted.Snapshot} {
				got, err := Redraw(snapshot)
				if err != nil || !bytes.Equal(got.PDF, want.PDF) || !bytes.Equal(got.XML, want.XML) || !bytes.Equal(got.Snapshot, want.Snapshot) {
					t.Errorf("%s: %v, other bytes", source, err)
				}
				if bytes.Contains(snapshot, []byte("erika@")) || bytes.Contains(snapshot, []byte("klingelt")) {
					t.Errorf("%s: %s", source, snapshot)
				}
			}
		})
	}
}
