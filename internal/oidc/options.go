package oidc

import (
	"log/slog"
	"time"

	"kontor/internal/calls"
)

// Options describe a provider and the shop's registration with it. Without ClientID and
// ClientSecret the provider is not set up.
type Options struct {
	Name         string // in URLs and logs: google
	Label        string // shown to customers: Google
	Issuer       string // exactly as the provider spells it
	ClientID     string
	ClientSecret string

	Log     *slog.Logger
	Now     func() time.Time
	Observe calls.Observe // nil: nobody wants to know
}
