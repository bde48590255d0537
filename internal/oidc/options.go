package oidc

import (
	"log/slog"
	"time"
)

// Options name a provider and how the shop is registered there. Without ClientID
// and ClientSecret the provider is not set up.
type Options struct {
	Name         string // in addresses and logs: google
	Label        string // that customers read: Google
	Issuer       string // exactly as the provider spells it
	ClientID     string
	ClientSecret string

	Log *slog.Logger
	Now func() time.Time
}
