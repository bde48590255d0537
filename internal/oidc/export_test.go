package oidc

import "time"

// SetLimit makes a provider give up sooner, so that tests of silent ones are
// quick.
func (p *Provider) SetLimit(d time.Duration) { p.limit = d }

// Limit is how long Start and Finish take at most.
func (p *Provider) Limit() time.Duration { return p.limit }

// OffersAccounts reports whether a provider is asked to let people choose.
var OffersAccounts = offersAccounts

// MayLead tells whether metadata of an issuer may lead to an address.
var MayLead = mayLead
