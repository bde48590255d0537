// Package gate holds what stands between a visitor and a closed area: signed session
// tokens and the cookies that carry them, the check of an access code, the throttle of
// failed codes, the client's address behind proxies, and the check of the page to
// return to.
//
// It knows no routes, texts or storage; the web package combines its parts separately
// for each gate, so that no key, counter or cookie is shared.
//
// Spec: Authentication.
package gate
