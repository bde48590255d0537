package paypal

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"kontor/internal/shop/payment"
)

// answer is PayPal's answer to a call.
type answer struct {
	status int
	header http.Header
	body   []byte
}

var (
	errUnexpectedStatus = errors.New("the status decides nothing")
	errUndecodable      = errors.New("the answer cannot be read")
)

// longestPause is the longest wait that PayPal may ask for.
const longestPause = time.Hour

// unknown returns the error of an answer that decides nothing.
func (a *answer) unknown(cause error) *payment.PayPalUnknown {
	seconds, _ := strconv.ParseUint(a.header.Get("Retry-After"), 10, 16)
	return &payment.PayPalUnknown{
		Status:     a.status,
		RetryAfter: min(time.Duration(seconds)*time.Second, longestPause),
		DebugID:    a.debugID(""),
		Cause:      cause,
	}
}

// debugID returns the id under which PayPal's support can find the call. Malformed ones
// do not get into logs.
func (a *answer) debugID(said string) string {
	for _, id := range []string{said, a.header.Get("PayPal-Debug-Id")} {
		if isHeaderText(id) && len(id) <= 64 {
			return id
		}
	}
	return ""
}

// judge sorts answers into successes, refusals and unknown outcomes. Only PayPal's own
// wording counts as a refusal: a proxy's page says nothing about a payment.
func judge(a *answer, err error) (*answer, error) {
	if err != nil || a.status/100 == 2 {
		return a, err
	}
	refusal := a.refusal()
	switch {
	case a.status == http.StatusUnauthorized:
		denied := a.unknown(errDenied)
		denied.Denied = payment.DeniedAccess
		return nil, denied
	case a.status/100 != 4, refusal == nil:
		return nil, a.unknown(errUnexpectedStatus)
	}
	switch a.status {
	case http.StatusRequestTimeout, http.StatusConflict, http.StatusTooEarly, http.StatusTooManyRequests:
		unknown := a.unknown(errUnexpectedStatus)
		unknown.DebugID = refusal.DebugID
		return nil, unknown
	}
	return nil, refusal
}

// refusal parses PayPal's refusal; nil if there is none.
func (a *answer) refusal() *payment.PayPalRefusal {
	var said struct {
		Name    string
		DebugID string `json:"debug_id"`
		Details []struct{ Issue string }
	}
	if err := json.Unmarshal(a.body, &said); err != nil || !isWord(said.Name) {
		return nil
	}
	refusal := &payment.PayPalRefusal{Status: a.status, Name: said.Name, DebugID: a.debugID(said.DebugID)}
	for _, detail := range said.Details {
		if isWord(detail.Issue) {
			refusal.Issue = detail.Issue
			break
		}
	}
	return refusal
}

// isWord reports whether s can be one of PayPal's codes, and so be logged.
func isWord(s string) bool { return isHeaderText(s) && len(s) <= 128 }
