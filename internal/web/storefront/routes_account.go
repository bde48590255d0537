package storefront

import (
	"strings"

	"kontor/internal/web/kit"
)

// The routes of accounts that people visit.
const (
	signInRoute = "/api/konto/anmelden/"
	returnRoute = "/api/konto/rueckkehr/"
	DataRoute   = "/api/konto/daten"

	invoiceRoute = "/api/konto/rechnungen/"
)

// Visited reports whether people visit a path of the API: on their way to a sign-in
// provider and back, and to download their data and invoices.
func Visited(path string) bool {
	return path == DataRoute || strings.HasPrefix(path, invoiceRoute) || strings.HasPrefix(path, signInRoute) || strings.HasPrefix(path, returnRoute)
}

// accountRoutes are the routes of customer accounts. They lie behind the site gate like
// the shop itself; each handler determines the account.
func (s *Storefront) accountRoutes() []kit.Route {
	return []kit.Route{
		kit.On("GET", signInRoute+"{provider}", kit.Site, s.beginSignIn),
		kit.On("GET", returnRoute+"{provider}", kit.Site, s.finishSignIn),
		kit.On("POST", "/api/konto/verknuepfen/{provider}", kit.Site, s.beginLink),
		kit.On("DELETE", "/api/konto/anbieter/{provider}", kit.Site, s.removeIdentity),

		kit.On("GET", "/api/konto", kit.Site, s.showAccount),
		kit.On("DELETE", "/api/konto", kit.Site, s.eraseAccount),
		kit.On("GET", "/api/konto/orders", kit.Site, s.listCustomerOrders),
		kit.On("GET", invoiceRoute+"{nummer}", kit.Site, s.downloadInvoice),
		kit.Export(kit.On("GET", DataRoute, kit.Site, s.downloadData)),
		kit.On("POST", "/api/konto/abmelden", kit.Site, s.signOut),
		kit.On("POST", "/api/konto/ueberall-abmelden", kit.Site, s.signOutEverywhere),
	}
}
