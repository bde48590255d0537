package web

// accountRoutes are the routes of customer accounts. They lie behind the site
// gate like the shop itself; whose account it is, each handler finds out.
func (s *Server) accountRoutes() []route {
	return []route{
		{"GET", "/api/konto/anmelden/{provider}", site, s.beginSignIn},
		{"GET", "/api/konto/rueckkehr/{provider}", site, s.finishSignIn},
		{"POST", "/api/konto/verknuepfen/{provider}", site, s.beginLink},
		{"DELETE", "/api/konto/anbieter/{provider}", site, s.removeIdentity},

		{"GET", "/api/konto", site, s.showAccount},
		{"DELETE", "/api/konto", site, s.eraseAccount},
		{"GET", "/api/konto/orders", site, s.listCustomerOrders},
		{"GET", "/api/konto/daten", site, s.downloadData},
		{"POST", "/api/konto/abmelden", site, s.signOut},
		{"POST", "/api/konto/ueberall-abmelden", site, s.signOutEverywhere},
	}
}
