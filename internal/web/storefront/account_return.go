package storefront

import (
	"net/url"

	"kontor/internal/shop/account"
)

// signInReturn is what the provider gives the browser to take along.
type signInReturn struct {
	state   string
	failure string // code of an error; takes precedence over everything else
	answer  account.SignInAnswer
}

// readSignInReturn parses the URL that the browser came back with. A repeated parameter
// could mean one thing here and another elsewhere, so it is refused. Error:
// account.ErrSignInMismatch.
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
