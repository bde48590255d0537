package payment_test

import (
	"strings"
	"testing"

	"kontor/internal/shop/payment"
)

// T58: a notification of a dispute gives the dispute and its first capture, and a
// reversal gives its capture, under either type of its resource. Only ids of PayPal's
// get through.
func TestT58_EventsOfDisputes(t *testing.T) {
	t.Parallel()
	const reversed = "PAYMENT.CAPTURE.REVERSED"
	long := strings.Repeat("A", 256)
	for name, c := range map[string]struct {
		body string
		want payment.PayPalEvent
	}{
		"created": {
			`{"id":"WH-1","event_type":"CUSTOMER.DISPUTE.CREATED","resource_type":"dispute","resource":{"dispute_id":"PP-D-27803","status":"OPEN",
				"disputed_transactions":[{"buyer_transaction_id":"3BC3","seller_transaction_id":"2GG2"},{"seller_transaction_id":"4HH4"}]}}`,
			payment.PayPalEvent{ID: "WH-1", Type: "CUSTOMER.DISPUTE.CREATED", DisputeID: "PP-D-27803", CaptureID: "2GG2"},
		},
		"no capture first": {
			`{"event_type":"CUSTOMER.DISPUTE.UPDATED","resource_type":"dispute","resource":{"dispute_id":"PP-D-27803",
				"disputed_transactions":[{"buyer_transaction_id":"3BC3"},7,{"seller_transaction_id":"pp-x"},{"seller_transaction_id":"4HH4"}]}}`,
			payment.PayPalEvent{Type: "CUSTOMER.DISPUTE.UPDATED", DisputeID: "PP-D-27803", CaptureID: "4HH4"},
		},
		"without transactions": {
			`{"event_type":"CUSTOMER.DISPUTE.RESOLVED","resource_type":"dispute","resource":{"dispute_id":"PP-D-27803"}}`,
			payment.PayPalEvent{Type: "CUSTOMER.DISPUTE.RESOLVED", DisputeID: "PP-D-27803"},
		},
		"no id":     {`{"resource_type":"dispute","resource":{"dispute_id":"../../v2","disputed_transactions":"x"}}`, payment.PayPalEvent{}},
		"a long id": {`{"resource_type":"dispute","resource":{"dispute_id":"` + long + `"}}`, payment.PayPalEvent{}},
		"another resource": {
			`{"resource_type":"capture","resource":{"id":"2GG2","dispute_id":"PP-D-27803"}}`, payment.PayPalEvent{CaptureID: "2GG2"},
		},
		"reversal as a refund": {
			`{"event_type":"` + reversed + `","resource_type":"refund","resource":{"id":"1JU0","supplementary_data":{"related_ids":{"order_id":"5O19"}},
				"links":[{"rel":"up","href":"https://x/v2/payments/captures/2GG2"}]}}`,
			payment.PayPalEvent{Type: reversed, CaptureID: "2GG2", OrderID: "5O19"},
		},
		"reversal as a capture": {
			`{"event_type":"` + reversed + `","resource_type":"capture","resource":{"id":"2GG2"}}`, payment.PayPalEvent{Type: reversed, CaptureID: "2GG2"},
		},
	} {
		if got, err := payment.ReadPayPalEvent([]byte(c.body)); err != nil || got != c.want {
			t.Errorf("%s: %+v, %v; want %+v", name, got, err, c.want)
		}
	}
}
