package web

// balanceRoute stands where payments have their id.
const balanceRoute = "/api/verwaltung/zahlungen/bilanz"

// paypalRoutes are the routes of payments through PayPal.
func (s *Server) paypalRoutes() []route {
	return []route{
		{"GET", "/api/paypal/config", site, s.paypalConfig},
		{"POST", paymentsRoute, site, s.createPayment},
		{"GET", paymentsRoute + "/{id}", site, s.showPaymentState},
		{"POST", paymentsRoute + "/{id}/capture", site, s.capturePayment},
		{"POST", "/api/paypal/webhook", open, s.takeWebhook},

		{"GET", "/api/verwaltung/zahlungen", admin, s.listPayments},
		{"GET", balanceRoute, admin, s.showBalance},
		{"GET", "/api/verwaltung/zahlungen/{id}", admin, s.showPayment},
		{"POST", "/api/verwaltung/zahlungen/{id}/pruefen", admin, s.recheckPayment},
		{"POST", "/api/verwaltung/zahlungen/{id}/erledigen", admin, s.settlePayment},
		{"POST", "/api/verwaltung/zahlungen/{id}/erstattungen", admin, s.refundPayment},
	}
}
