package payment

import (
	"strings"
	"testing"
)

// Every state in which a payment waits has its advice, and each unclear case says what
// to do.
func TestAdvice(t *testing.T) {
	t.Parallel()
	for _, state := range States {
		p := Payment{State: state, Reason: "unbekannt"}
		waits := state == StateUnclear || state == StateRefundDue || state == StateRefunding ||
			state == StateCapturing || state == StatePending
		if got := p.Advice(); (got != "") != waits {
			t.Errorf("%s: %q", state, got)
		}
	}
	seen := make(map[string]string)
	for _, reason := range []string{
		"", reasonForeign, reasonAmount, reasonNoBasket, reasonUndecided, reasonDuplicate, PayPalIssueInsufficientFunds, PayPalIssueRefundTimeLimit,
	} {
		got := (&Payment{State: StateUnclear, Reason: reason}).Advice()
		if other, twice := seen[got]; twice || !strings.HasSuffix(got, ". Danach hier erneut prüfen.") {
			t.Errorf("%q: %q, as for %q", reason, got, other)
		}
		seen[got] = reason
	}
	withMoney := Payment{State: StateUnclear, Reason: reasonForeign, Capture: Capture{Status: PayPalCaptureCompleted}}
	if got := withMoney.Advice(); !strings.HasSuffix(got, "die Zahlung als erledigt vermerken.") {
		t.Errorf("with money: %q", got)
	}
}
