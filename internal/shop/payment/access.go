package payment

import (
	"errors"
	"time"
)

// Access is whether PayPal accepts the shop's credentials, as its latest answers show.
type Access struct {
	State  AccessState
	Since  time.Time // of the first answer of that kind; zero while unknown
	Reason string    // why it is denied, one of the texts below; empty otherwise
}

// AccessState is a kind of [Access].
type AccessState string

// The states of the access.
const (
	AccessUnknown AccessState = "unbekannt" // PayPal has not answered yet
	AccessGranted AccessState = "angenommen"
	AccessDenied  AccessState = "abgelehnt"
)

// Why PayPal denies access, for [PayPalUnknown.Denied]. Both are reasons of the journal
// too.
const (
	DeniedCredentials = "PayPal nimmt die Zugangsdaten des Shops nicht an"
	DeniedAccess      = "PayPal verweigert dem Shop den Zugang"
)

// denialOf returns why PayPal denied the access of a call; empty: it did not.
func denialOf(err error) string {
	var unknown *PayPalUnknown
	if errors.As(err, &unknown) {
		return unknown.Denied
	}
	return ""
}

// NoteDenial records that PayPal did not decide because it denies the shop's access. A
// reason that explains more than that stays, and what is paid waits for nothing.
func (p *Payment) NoteDenial(err error) {
	if p.State == StateCompleted {
		return
	}
	if denial := denialOf(err); denial != "" && (p.Reason == "" || p.Asked.Times > 0 || p.deniedBefore()) {
		p.Reason = denial
	}
}

// admitted ends the reason of an earlier denial, since PayPal answers again.
func (p *Payment) admitted() {
	if p.deniedBefore() {
		p.Reason = ""
	}
}

func (p *Payment) deniedBefore() bool {
	return p.Reason == DeniedCredentials || p.Reason == DeniedAccess
}
