package storefront

import (
	"net/url"

	"kontor/internal/shop/account"
)

// signInReturn is what the provider gives the browser to take along.
type signInReturn struct {
	state   string
	failure string // code of an error; wins over everything else
	answer  account.SignInAnswer
}

// readSignInReturn reads the address that the browser came back with. What
// stands there twice could mean one thing here and another elsewhere, so it is
// nothing. Error: account.ErrSignInMismatch.
func readSignInReturn(rawQuery string) (back signInReturn, err error) {
	query, err := url.ParseQuery(rawQuery)
	if err != nil {
		return back, account.ErrSignInMismatch
	}
	for _, name := range []string{"state", "code", "iss", "error"} {
		if len(query[name]) > 1 {
			return back, account.ErrSignInMismatch
		}
	}
	back = signInReturn{
		state:   query.Get("state"),
		failure: query.Get("error"),
		answer: account.SignInAnswer{
			Code: query.Get("code"), Issuer: query.Get("iss"), IssuerGiven: query.Has("iss"),
		},
	}
	if back.state == "" {
		return back, account.ErrSignInMismatch
	}
	return back, nil
}
