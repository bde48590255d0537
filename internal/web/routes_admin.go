package web

// adminRoutes are the routes of the administration API.
func (s *Server) adminRoutes() []route {
	return []route{
		{"GET", "/api/verwaltung/orders", admin, s.listOrders},
		{"GET", "/api/verwaltung/orders.csv", admin, s.exporting(s.exportCSV)},
		{"GET", "/api/verwaltung/orders.xlsx", admin, s.exporting(s.exportXLSX)},
		{"GET", "/api/verwaltung/orders/{id}", admin, s.showOrder},
		{"PATCH", "/api/verwaltung/orders/{id}", admin, s.changeOrder},
		{"GET", "/api/verwaltung/orders/{id}/rechnung.pdf", admin, s.firstInvoice},
		{"POST", "/api/verwaltung/orders/{id}/rechnungen", admin, s.issueInvoice},
		{"GET", "/api/verwaltung/orders/{id}/rechnungen/{nummer}", admin, s.invoice},
		{"POST", "/api/verwaltung/orders/{id}/mails", admin, s.sendOrderMail},
		{"GET", "/api/verwaltung/kennzahlen", admin, s.showFigures},

		{"GET", "/api/verwaltung/mails", admin, s.listMails},
		{"GET", "/api/verwaltung/mails/{id}", admin, s.showMail},
		{"POST", "/api/verwaltung/mails/{id}/senden", admin, s.sendMail},
		{"POST", "/api/verwaltung/mails/{id}/verwerfen", admin, s.discardMail},

		{"POST", "/api/verwaltung/kontoauszuege", admin, s.importStatement},
		{"GET", "/api/verwaltung/zahlungseingaenge", admin, s.listReceipts},
		{"POST", "/api/verwaltung/zahlungseingaenge/{id}/buchen", admin, s.bookReceipt},
		{"POST", "/api/verwaltung/zahlungseingaenge/{id}/erledigen", admin, s.settleReceipt},
		{"POST", "/api/verwaltung/zahlungseingaenge/{id}/zuruecknehmen", admin, s.reopenReceipt},

		{"GET", "/api/verwaltung/widerrufe", admin, s.listWithdrawals},

		{"GET", "/api/verwaltung/gutscheine", admin, s.listCoupons},
		{"POST", "/api/verwaltung/gutscheine", admin, s.createCoupon},
		{"PATCH", "/api/verwaltung/gutscheine/{code}", admin, s.changeCoupon},
		{"DELETE", "/api/verwaltung/gutscheine/{code}", admin, s.deleteCoupon},
		{"GET", "/api/verwaltung/gutscheine/{code}/einloesungen", admin, s.listRedemptions},
		{"POST", "/api/verwaltung/gutscheinpruefung", admin, s.tryCoupon},

		{"GET", "/api/verwaltung/produkte", admin, s.listProducts},
		{"POST", "/api/verwaltung/produkte", admin, s.createProduct},
		{"PATCH", "/api/verwaltung/produkte/{slug}", admin, s.changeProduct},
		{"DELETE", "/api/verwaltung/produkte/{slug}", admin, s.deleteProduct},
		{"POST", "/api/verwaltung/produkte/{slug}/bild", admin, s.uploadPhoto},
		{"DELETE", "/api/verwaltung/produkte/{slug}/bild", admin, s.removePhoto},
	}
}
