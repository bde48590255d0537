package storefront

import (
	"net/http"

	"kontor/internal/shop"
	"kontor/internal/shop/account"
	"kontor/internal/web/kit"
)

// accountAnswer is a customer's account.
type accountAnswer struct {
	OK       bool           `json:"ok"`
	Kunde    customerJSON   `json:"kunde"`
	Anbieter []providerJSON `json:"anbieter"`
}

type customerJSON struct {
	Name            string `json:"name"`
	Email           string `json:"email"`
	EmailBestaetigt bool   `json:"email_bestaetigt"`
	AngelegtAt      string `json:"angelegt_at"`
	AngemeldetAt    string `json:"angemeldet_at"`
}

// providerJSON is a provider that the shop supports, or one that the account has
// although the shop no longer supports it.
type providerJSON struct {
	Name         string  `json:"name"`
	Bezeichnung  string  `json:"bezeichnung"`
	Eingerichtet bool    `json:"eingerichtet"`
	VerbundenAt  *string `json:"verbunden_at"` // null: not part of the account
}

// showAccount answers GET /api/konto.
func (s *Storefront) showAccount(w http.ResponseWriter, r *http.Request) error {
	key, err := s.customers.required(r)
	if err != nil {
		return err
	}
	customer, err := s.customers.Customer(r.Context(), key)
	if err != nil {
		return err
	}
	return kit.WriteJSON(w, http.StatusOK, accountAnswer{
		OK: true,
		Kunde: customerJSON{
			Name: customer.Name, Email: customer.Email, EmailBestaetigt: customer.EmailVerified,
			AngelegtAt: shop.FormatTime(customer.CreatedAt), AngemeldetAt: shop.FormatTime(customer.SignedInAt),
		},
		Anbieter: providersOf(&customer, s.customers.Providers),
	})
}

func providersOf(c *account.Customer, known []account.Provider) []providerJSON {
	var list []providerJSON
	listed := make(map[string]bool)
	for _, p := range known {
		listed[p.Name] = true
		entry := providerJSON{Name: p.Name, Bezeichnung: p.Label, Eingerichtet: p.Client != nil}
		if linked := c.Linked(p.Name); linked != nil {
			entry.VerbundenAt = kit.TimeOrNull(linked.LinkedAt)
		}
		list = append(list, entry)
	}
	for _, linked := range c.Identities {
		if !listed[linked.Provider] {
			list = append(list, providerJSON{
				Name: linked.Provider, Bezeichnung: linked.Provider, VerbundenAt: kit.TimeOrNull(linked.LinkedAt),
			})
		}
	}
	return list
}

// customerOrdersAnswer is a page of a customer's orders.
type customerOrdersAnswer struct {
	OK     bool                `json:"ok"`
	Orders []customerOrderJSON `json:"orders"`
	Weiter *string             `json:"weiter"` // cursor of the next page; null on the last
}

// listCustomerOrders answers GET /api/konto/orders.
func (s *Storefront) listCustomerOrders(w http.ResponseWriter, r *http.Request) error {
	key, err := s.customers.required(r)
	if err != nil {
		return err
	}
	q := kit.ReadQuery(r.URL.RawQuery)
	limit, before := q.Limit(), q.Cursor()
	if q.Err != nil {
		return q.Err
	}
	page, err := s.customers.Orders(r.Context(), key, before, limit)
	if err != nil {
		return err
	}
	answer := customerOrdersAnswer{OK: true, Orders: kit.Mapped(page.Orders, newCustomerOrderJSON)}
	answer.Weiter = kit.NextPage(w, r, page.Next)
	return kit.WriteJSON(w, http.StatusOK, answer)
}
