package storefront

import "kontor/internal/web/kit"

// orderRoutes take orders, by transfer and through PayPal.
func (s *Storefront) orderRoutes() []kit.Route {
	place := kit.On("POST", ordersRoute, kit.Site, s.placeOrder)
	place.Trouble = s.notPlaced // Spec: POST /api/orders, rule 1.
	return []kit.Route{
		place,
		kit.On("GET", "/api/bestseller", kit.Site, s.bestsellers),
		kit.On("GET", "/api/suche", kit.Site, s.suggestProducts),
		kit.On("POST", "/api/warenkorb", kit.Site, s.priceBasket),

		kit.On("GET", "/api/paypal/config", kit.Site, s.paypalConfig),
		kit.On("POST", paymentsRoute, kit.Site, s.createPayment),
		kit.On("GET", paymentsRoute+"/{id}", kit.Site, s.showPaymentState),
		kit.On("POST", paymentsRoute+"/{id}/capture", kit.Site, s.capturePayment),
		kit.On("POST", WebhookPath, kit.Open, s.takeWebhook),
	}
}
