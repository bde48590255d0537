package account

import (
	"errors"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

// Customer is somebody with an account. It has no password: one of the linked
// identities at a sign-in provider identifies the customer. Name and e-mail come from
// the latest sign-in and are only for display.
type Customer struct {
	ID            int64
	Name, Email   string // empty: not disclosed
	EmailVerified bool   // by the provider
	CreatedAt     time.Time
	SignedInAt    time.Time // latest sign-in
	Identities    []LinkedIdentity
}

// LinkedIdentity is a person at a sign-in provider who is a customer here.
type LinkedIdentity struct {
	Provider        string // the provider's configured name, such as "google"
	Issuer, Subject string // each pair belongs to at most one customer
	LinkedAt        time.Time
	UsedAt          time.Time // latest sign-in with this identity
}

// Linked returns the identity at a provider, nil if there is none.
func (c *Customer) Linked(provider string) *LinkedIdentity {
	for i := range c.Identities {
		if c.Identities[i].Provider == provider {
			return &c.Identities[i]
		}
	}
	return nil
}

// CheckUnlink returns why the identity at a provider cannot be removed from the
// customer: [ErrIdentityNotFound], or [ErrLastIdentity], since nobody could sign in to
// an account without one.
func (c *Customer) CheckUnlink(provider string) error {
	switch {
	case c.Linked(provider) == nil:
		return ErrIdentityNotFound
	case len(c.Identities) == 1:
		return ErrLastIdentity
	}
	return nil
}

// Recipient is the probable recipient of a new order.
type Recipient struct {
	order.Person
	Country           shop.Country // empty: unknown
	order.Particulars              // without a message, and what VIES said
}

// Recipient returns the recipient of the customer's latest order or, if latest is nil,
// the name and e-mail from the sign-in provider.
func (c *Customer) Recipient(latest *order.Order) Recipient {
	if latest == nil {
		return Recipient{Person: order.Person{Name: c.Name, Email: c.Email}}
	}
	r := Recipient{latest.Customer, latest.Country, latest.Particulars}
	r.Message, r.VIES = "", nil
	return r
}

// Erasure lists what happened to a customer's data when the account was deleted.
type Erasure struct {
	CustomerID           int64
	Identities, Sessions int64 // deleted
	Orders               int64 // kept, but no longer linked to the account
}

// Erased is an account that was deleted for good.
type Erased struct {
	CustomerID int64     `json:"konto"`
	At         time.Time `json:"zeit"`
}

// CustomerPage is one page of a customer's orders, newest first.
type CustomerPage struct {
	Orders    []order.Order
	Documents map[int64][]order.Filed // by the ids of the orders
	Next      int64                   // cursor of the next page; 0: there is none
}

// Refusals of the use cases on customer accounts.
var (
	ErrNotSignedIn        = &shop.Error{Code: "nicht_angemeldet", Text: "Nicht angemeldet."}
	ErrSignInAgain        = &shop.Error{Code: "neu_anmelden", Text: "Bitte melden Sie sich zur Sicherheit noch einmal an."}
	ErrSignInCancelled    = &shop.Error{Code: "anmeldung_abgebrochen", Text: "Die Anmeldung wurde abgebrochen."}
	ErrSignInFailed       = &shop.Error{Code: "anmeldedienst_fehler", Text: "Der Anmeldedienst meldet einen Fehler. Bitte später erneut versuchen."}
	ErrIdentityTaken      = &shop.Error{Code: "anmeldung_vergeben", Text: "Diese Anmeldung gehört schon zu einem anderen Kundenkonto."}
	ErrProviderLinked     = &shop.Error{Code: "anbieter_verbunden", Text: "Mit diesem Konto ist schon eine andere Anmeldung dieses Anbieters verbunden."}
	ErrIdentityNotFound   = &shop.Error{Code: "anbieter_nicht_verbunden", Text: "Dieser Anbieter ist nicht mit dem Konto verbunden."}
	ErrLastIdentity       = &shop.Error{Code: "letzte_anmeldung", Text: "Die letzte Anmeldemöglichkeit lässt sich nicht entfernen."}
	ErrTooManyDownloads   = &shop.Error{Code: "zu_viele_abrufe", Text: "Die Daten wurden in der letzten Stunde schon oft heruntergeladen. Bitte später noch einmal versuchen."}
	ErrErasureUnconfirmed = &shop.Error{Code: "loeschen_nicht_bestaetigt", Text: "Bitte zum Löschen des Kontos das Wort LÖSCHEN eingeben."}
)

// ErrNoCustomer is shown to the operator for an id that no customer has.
var ErrNoCustomer = errors.New("dieses Kundenkonto gibt es nicht")

// erasureWord is what a customer types to delete the account.
const erasureWord = "LÖSCHEN"

// ConfirmsErasure reports whether a customer typed the word that deletes the account.
// Surrounding white space does not matter, nor does the encoding of the umlaut.
func ConfirmsErasure(word string) bool {
	return norm.NFC.String(strings.TrimSpace(word)) == erasureWord
}

// VerifiedSignIn is a sign-in that a provider has vouched for.
type VerifiedSignIn struct {
	Provider string
	Identity Identity
	Session  SessionKey // the new one
	Replaces SessionKey // the browser's previous session, which ends
	At       time.Time
}
