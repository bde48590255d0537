package payment_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kontor/internal/shop"
	"kontor/internal/shop/payment"
)

// H25, T35: provider amounts are compared as cents, however they are spelt, and
// malformed ones equal no other.
func TestH25_ReadPayPalAmount(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]shop.Cents{
		"19.99": 1999, "4.35": 435, "1.15": 115, "0.30": 30, "10": 1000, "10.0": 1000, "10.000": 1000,
		".5": 50, "0": 0, "-3.10": -310, "0000000000000000000000000027.30": 2730, "92233720368547758.07": 9223372036854775807,
	} {
		if got := payment.ReadPayPalAmount(value, "EUR"); !got.Is(want) {
			t.Errorf("%q is %v, want %d cents", value, got, want)
		}
	}
	for _, value := range []string{
		"", ".", "10.", "-", "+1.00", "1,00", "1.001", "1e2", "0x10", " 1.00", "1.00 ", "NaN", "Infinity", "١.٠٠", "--1", "1.0.0", "1_0",
		"92233720368547758.08", strings.Repeat("0", 33),
	} {
		if got := payment.ReadPayPalAmount(value, "EUR"); got.Readable() || got.Is(got.Cents) {
			t.Errorf("%q is read as %v", value, got)
		}
	}
	if payment.ReadPayPalAmount("27.30", "CHF").Is(2730) || payment.ReadPayPalAmount("27.30", "").Is(2730) {
		t.Error("another currency, or none, passes for euro")
	}
	const exact = 1<<53 + 1 // not representable as a float
	for _, near := range []shop.Cents{exact - 1, exact + 1} {
		if got := payment.ReadPayPalAmount(shop.Cents(exact).Decimal(), "EUR"); got.Is(near) || !got.Is(exact) {
			t.Errorf("%v passes for %d cents", got, near)
		}
	}
}

func TestT35_DecimalIsReadBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cents := shop.Cents(rapid.Int64Min(math.MinInt64+1).Draw(t, "cents"))
		if got := payment.ReadPayPalAmount(cents.Decimal(), "EUR"); !got.Is(cents) {
			t.Fatalf("%d is written as %q and read back as %v", cents, cents.Decimal(), got)
		}
	})
	for cents, want := range map[shop.Cents]string{30: "0.30", 0: "0.00", 5: "0.05", 123456: "1234.56", -7: "-0.07"} {
		if got := cents.Decimal(); got != want {
			t.Errorf("%d cents are written as %q, want %q", cents, got, want)
		}
	}
}

// T29: only ids in PayPal's format may become part of a URL.
func TestT29_IsPayPalID(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"5O190127TN364715T", "A", strings.Repeat("Z9", 18)} {
		if !payment.IsPayPalID(id) {
			t.Errorf("%q is refused", id)
		}
	}
	for _, id := range []string{"", "a", "5O19/capture", "../A", "A B", "A\n", "Ä", "A?b", strings.Repeat("A", 37)} {
		if payment.IsPayPalID(id) {
			t.Errorf("%q passes", id)
		}
	}
}

func TestReadPayPalEvent(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		body string
		want payment.PayPalEvent
	}{
		"order": {
			`{"id":"WH-1","event_type":"CHECKOUT.ORDER.APPROVED","resource_type":"checkout-order","resource":{"id":"5O19","purchase_units":[{"amount":{"breakdown":{}}}]}}`,
			payment.PayPalEvent{ID: "WH-1", Type: "CHECKOUT.ORDER.APPROVED", OrderID: "5O19"},
		},
		"capture": {
			`{"id":"WH-2","event_type":"PAYMENT.CAPTURE.COMPLETED","resource_type":"capture","resource":{"id":"2GG2","supplementary_data":{"related_ids":{"order_id":"5O19"}}}}`,
			payment.PayPalEvent{ID: "WH-2", Type: "PAYMENT.CAPTURE.COMPLETED", OrderID: "5O19", CaptureID: "2GG2"},
		},
		"refund": {
			`{"id":"WH-3","event_type":"PAYMENT.CAPTURE.REFUNDED","resource_type":"refund","resource":{"id":"1JU0","links":[{"rel":"self","href":"https://x/v2/payments/refunds/1JU0"},{"rel":"up","href":"https://x/v2/payments/captures/2GG2"}]}}`,
			payment.PayPalEvent{ID: "WH-3", Type: "PAYMENT.CAPTURE.REFUNDED", CaptureID: "2GG2"},
		},
		"approval taken back": {
			`{"id":"WH-4","event_type":"CHECKOUT.PAYMENT-APPROVAL.REVERSED","resource_type":"payment-approval","resource":{"order_id":"5O19"}}`,
			payment.PayPalEvent{ID: "WH-4", Type: "CHECKOUT.PAYMENT-APPROVAL.REVERSED", OrderID: "5O19"},
		},
		"other types": {
			`{"id":5,"event_type":["x"],"resource_type":"capture","resource":{"id":"../evil","supplementary_data":7,"links":[3,{"rel":1}]}}`,
			payment.PayPalEvent{},
		},
		"no resource": {`{"id":"WH-5","resource":"x"}`, payment.PayPalEvent{ID: "WH-5"}},
		"empty":       {`{}`, payment.PayPalEvent{}},
	} {
		got, err := payment.ReadPayPalEvent([]byte(c.body))
		if err != nil || got != c.want {
			t.Errorf("%s: %+v, %v; want %+v", name, got, err, c.want)
		}
	}
	for _, body := range []string{"", "[]", `"x"`, "{", `{"id":"WH-1"} x`} {
		if got, err := payment.ReadPayPalEvent([]byte(body)); err == nil || got != (payment.PayPalEvent{}) {
			t.Errorf("%q is read as %+v", body, got)
		}
	}
}

// S40: whatever comes in, parsing neither panics nor lets a foreign id through.
func FuzzReadPayPalEvent(f *testing.F) {
	f.Add([]byte(`{"id":"WH-1","resource_type":"capture","resource":{"id":"2GG2","links":[{"rel":"up","href":"/captures/A"}]}}`))
	f.Add([]byte(`{"resource_type":"dispute","resource":{"dispute_id":"PP-D-1","disputed_transactions":[{"seller_transaction_id":"2GG2"}]}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		event, err := payment.ReadPayPalEvent(body)
		if err == nil && !json.Valid(body) {
			t.Errorf("%q is read as JSON", body)
		}
		for _, id := range []string{event.OrderID, event.CaptureID} {
			if id != "" && !payment.IsPayPalID(id) {
				t.Errorf("the id %q passes", id)
			}
		}
		if id := event.DisputeID; id != "" && !payment.IsPayPalDisputeID(id) {
			t.Errorf("the id %q passes", id)
		}
	})
}
