package web

// The routes of accounts that people visit.
const (
	signInRoute = "/api/konto/anmelden/"
	returnRoute = "/api/konto/rueckkehr/"
	dataRoute   = "/api/konto/daten"
)

// accountRoutes are the routes of customer accounts. They lie behind the site
// gate like the shop itself; whose account it is, each handler finds out.
func (s *Server) accountRoutes() []route {
	return []route{
		{"GET", signInRoute + "{provider}", site, s.beginSignIn},
		{"GET", returnRoute + "{provider}", site, s.finishSignIn},
		{"POST", "/api/konto/verknuepfen/{provider}", site, s.beginLink},
		{"DELETE", "/api/konto/anbieter/{provider}", site, s.removeIdentity},

		{"GET", "/api/konto", site, s.showAccount},
		{"DELETE", "/api/konto", site, s.eraseAccount},
		{"GET", "/api/konto/orders", site, s.listCustomerOrders},
		{"GET", dataRoute, site, s.exporting(s.downloadData)},
		{"POST", "/api/konto/abmelden", site, s.signOut},
		{"POST", "/api/konto/ueberall-abmelden", site, s.signOutEverywhere},
	}
}
