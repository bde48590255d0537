package office

import "slices"

// apiRoutes are the routes behind the pages of the administration.
func (s *Office) apiRoutes() []Route {
	return slices.Concat(s.orderRoutes(), s.moneyRoutes(), s.catalogueRoutes(), s.houseRoutes())
}

// orderRoutes are those of orders, and of the mails about them.
func (s *Office) orderRoutes() []Route {
	return []Route{
		at("GET", "/api/verwaltung/orders", s.listOrders),
		{"GET", "/api/verwaltung/orders.csv", s.exportCSV, true},
		{"GET", "/api/verwaltung/orders.xlsx", s.exportXLSX, true},
		at("GET", "/api/verwaltung/orders/{id}", s.showOrder),
		at("PATCH", "/api/verwaltung/orders/{id}", s.changeOrder),
		at("GET", "/api/verwaltung/orders/{id}/rechnung.pdf", s.newestInvoice),
		at("POST", "/api/verwaltung/orders/{id}/rechnungen", s.issueInvoice),
		at("POST", "/api/verwaltung/orders/{id}/rechnungen/verwerfen", s.dismissProposal),
		at("GET", "/api/verwaltung/orders/{id}/rechnungen/{nummer}", s.invoice),
		at("PUT", "/api/verwaltung/orders/{id}/vies", s.noteVIES),
		at("POST", "/api/verwaltung/orders/{id}/mails", s.sendOrderMail),
		at("POST", "/api/verwaltung/orders/{id}/sendungen", s.addParcel),
		at("PATCH", "/api/verwaltung/sendungen/{id}", s.changeParcel),
		at("POST", "/api/verwaltung/sendungen", s.addParcels),
		at("POST", "/api/verwaltung/sendungen/import", s.importParcels),
		at("GET", "/api/verwaltung/packzettel.pdf", s.packingPapers),
		at("GET", "/api/verwaltung/versandliste.csv", s.dispatchList),
		at("POST", "/api/verwaltung/orders/{id}/doppelt/zuruecknehmen", s.returnTwin),
		at("POST", "/api/verwaltung/orders/{id}/doppelt/{andere}/verneinen", s.denyTwin),
		at("GET", "/api/verwaltung/kennzahlen", s.showFigures),

		at("GET", "/api/verwaltung/mails", s.listMails),
		at("GET", "/api/verwaltung/mails/{id}", s.showMail),
		at("POST", "/api/verwaltung/mails/{id}/senden", s.sendMail),
		at("POST", "/api/verwaltung/mails/{id}/verwerfen", s.discardMail),

		at("GET", "/api/verwaltung/widerrufe", s.listWithdrawals),
	}
}

// moneyRoutes are those of the bank account, tax, PayPal and coupons.
func (s *Office) moneyRoutes() []Route {
	return []Route{
		at("POST", "/api/verwaltung/kontoauszuege", s.importStatement),
		at("GET", "/api/verwaltung/zahlungseingaenge", s.listReceipts),
		at("POST", "/api/verwaltung/zahlungseingaenge/{id}/buchen", s.bookReceipt),
		at("POST", "/api/verwaltung/zahlungseingaenge/{id}/erledigen", s.settleReceipt),
		at("POST", "/api/verwaltung/zahlungseingaenge/{id}/zuruecknehmen", s.reopenReceipt),

		at("GET", "/api/verwaltung/steuer/fernverkauf", s.showThreshold),
		at("POST", "/api/verwaltung/steuer/fernverkauf", s.setElsewhere),

		at("GET", "/api/verwaltung/zahlungen", s.listPayments),
		at("GET", "/api/verwaltung/zahlungen/bilanz", s.showBalance),
		at("GET", "/api/verwaltung/zahlungen/verbindung", s.showConnection),
		at("GET", "/api/verwaltung/zahlungen/{id}", s.showPayment),
		at("POST", "/api/verwaltung/zahlungen/{id}/pruefen", s.recheckPayment),
		at("POST", "/api/verwaltung/zahlungen/{id}/erledigen", s.settlePayment),
		at("POST", "/api/verwaltung/zahlungen/{id}/erstattungen", s.refundPayment),
		at("POST", "/api/verwaltung/zahlungen/{id}/erstattungen/{erstattung}/erneut", s.retryRefund),
		at("POST", "/api/verwaltung/zahlungen/{id}/erstattungen/{erstattung}/erledigen", s.closeRefund),

		at("GET", "/api/verwaltung/gutscheine", s.listCoupons),
		at("POST", "/api/verwaltung/gutscheine", s.createCoupon),
		at("PATCH", "/api/verwaltung/gutscheine/{code}", s.changeCoupon),
		at("DELETE", "/api/verwaltung/gutscheine/{code}", s.deleteCoupon),
		at("GET", "/api/verwaltung/gutscheine/{code}/einloesungen", s.listRedemptions),
		at("POST", "/api/verwaltung/gutscheinpruefung", s.tryCoupon),
	}
}

// catalogueRoutes are those of what is sold.
func (s *Office) catalogueRoutes() []Route {
	return []Route{
		at("GET", "/api/verwaltung/produkte", s.listProducts),
		at("POST", "/api/verwaltung/produkte", s.createProduct),
		at("PATCH", "/api/verwaltung/produkte", s.changeProducts),
		{"GET", "/api/verwaltung/produkte.csv", s.exportProducts, true},
		at("POST", "/api/verwaltung/produkte/import", s.importProducts),
		at("GET", "/api/verwaltung/produkte/{slug}", s.showProduct),
		at("PATCH", "/api/verwaltung/produkte/{slug}", s.changeProduct),
		at("DELETE", "/api/verwaltung/produkte/{slug}", s.deleteProduct),
		at("GET", "/api/verwaltung/produkte/{slug}/bestand", s.showStock),
		at("POST", "/api/verwaltung/produkte/{slug}/bestand", s.changeStock),
		at("POST", "/api/verwaltung/produkte/{slug}/bild", s.uploadPhoto),
		at("DELETE", "/api/verwaltung/produkte/{slug}/bild", s.removePhoto),
		at("DELETE", "/api/verwaltung/beispieldaten", s.removeDemo),
		at("POST", "/api/verwaltung/produkte/{slug}/bilder", s.addPhoto),
		at("PATCH", "/api/verwaltung/produkte/{slug}/bilder/{position}", s.changePicture),
		at("DELETE", "/api/verwaltung/produkte/{slug}/bilder/{position}", s.removePicture),
	}
}

// houseRoutes are those of the shop's condition, and of who may be in.
func (s *Office) houseRoutes() []Route {
	return []Route{
		at("GET", "/api/verwaltung/zustand", s.showCondition),
		at("GET", "/api/verwaltung/protokoll", s.listEntries),
		at("GET", "/api/verwaltung/sitzungen", s.listSessions),
		at("POST", "/api/verwaltung/sitzungen/name", s.nameSession),
		at("POST", "/api/verwaltung/sitzungen/beenden", s.endOtherSessions),
		at("POST", "/api/verwaltung/sitzungen/{id}/beenden", s.endSession),
	}
}
