package oidc

import "time"

// SetLimit makes a provider give up sooner, so that tests with silent providers are
// quick.
func (p *Provider) SetLimit(d time.Duration) { p.limit = d }

// Limit returns the maximum duration of Start and Finish.
func (p *Provider) Limit() time.Duration { return p.limit }

// OffersAccounts reports whether a provider is asked to let people choose an account.
var OffersAccounts = offersAccounts

// MayLead reports whether an issuer's metadata may refer to a URL.
var MayLead = mayLead
