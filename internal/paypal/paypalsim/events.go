package paypalsim

import (
	"crypto/rand"

	"kontor/internal/shop/payment"
)

// notifyOrder notifies about an order. The text with umlauts and &, and the empty
// breakdown in the amount, are like those in real notifications: re-encoding one breaks
// its signature.
func (s *Server) notifyOrder(o *order, event string) {
	s.notify(event, "checkout-order", s.showOrder(o))
}

// notifyCapture notifies about a capture's state, if PayPal has an event for it.
func (s *Server) notifyCapture(c *capture) {
	event := map[string]string{
		payment.PayPalCaptureCompleted: "PAYMENT.CAPTURE.COMPLETED",
		payment.PayPalCapturePending:   "PAYMENT.CAPTURE.PENDING",
		payment.PayPalCaptureDeclined:  "PAYMENT.CAPTURE.DENIED",
		payment.PayPalCaptureFailed:    "PAYMENT.CAPTURE.DECLINED",
	}[c.status]
	if event != "" {
		s.notify(event, "capture", s.showCapture(c))
	}
}

func (s *Server) notifyRefund(r *refund) {
	s.notify("PAYMENT.CAPTURE.REFUNDED", "refund", s.showRefund(r))
}

// notify creates a notification. It is called with the lock held.
func (s *Server) notify(event, resourceType string, resource object) {
	id := "WH-" + rand.Text()[:17] + "-" + rand.Text()[:17]
	s.webhooks.add(Event{ID: id, Type: event, Body: encode(object{
		"id": id, "event_version": "1.0", "create_time": stamp(s.options.Now()),
		"resource_type": resourceType, "resource_version": "2.0", "event_type": event,
		"summary": "Grüße & <Zahlung> von PayPal", "resource": resource,
		"links": []object{s.link("self", "GET", "/v1/notifications/webhooks-events/"+id)},
	})})
}
