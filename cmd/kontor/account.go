package main

import (
	"crypto/rand"
	"log/slog"
	"time"

	"kontor/internal/config"
	"kontor/internal/metrics"
	"kontor/internal/oidc"
	"kontor/internal/oidc/oidcsim"
	"kontor/internal/shop/account"
	"kontor/internal/store"
	"kontor/internal/web/kit"
)

// customers combines the use cases of customer accounts with the sign-in providers, or
// in a rehearsal with simulated ones in this process.
type customers struct {
	*account.Service
	clients    []*oidc.Provider
	simulators []*oidcsim.Issuer // empty: the real providers
	metrics    *metrics.Metrics
}

// newCustomers sets up accounts on the database and the sign-in providers, without
// contacting any of them.
func newCustomers(cfg *config.Config, db *store.DB, log *slog.Logger, rehearsal bool, measured *metrics.Metrics) (*customers, error) {
	c := &customers{metrics: measured, Service: account.New(account.Options{
		Store: db, Controller: seller(cfg), Retention: retentionTerms(cfg),
		Now: time.Now, Log: kit.RequestLog(log),
	})}
	for _, p := range cfg.Providers() {
		if rehearsal {
			var err error
			if p, err = c.simulate(p); err != nil {
				c.close()
				return nil, err
			}
		}
		c.add(p)
	}
	return c, nil
}

// simulate starts a stand-in for the provider, at which the operator chooses who signs
// in.
func (c *customers) simulate(p config.Provider) (config.Provider, error) {
	p.ClientID, p.ClientSecret = rand.Text(), config.Secret(rand.Text())
	issuer, err := oidcsim.Listen("127.0.0.1:0", oidcsim.Options{
		Label: p.Label, ClientID: p.ClientID, ClientSecret: string(p.ClientSecret), Pages: true,
	})
	if err != nil {
		return p, err
	}
	c.simulators = append(c.simulators, issuer)
	p.Issuer = issuer.URL()
	return p, nil
}

// add offers the provider to customers. One without credentials reports that it is not
// set up.
func (c *customers) add(p config.Provider) {
	provider := account.Provider{Name: p.Name, Label: p.Label}
	if p.Configured() {
		client := oidc.New(oidc.Options{
			Name: p.Name, Label: p.Label, Issuer: p.Issuer,
			ClientID: p.ClientID, ClientSecret: string(p.ClientSecret),
			Log: c.Log, Now: time.Now, Observe: c.metrics.Calls(p.Name),
		})
		c.clients = append(c.clients, client)
		provider.Client = client
	}
	c.Providers = append(c.Providers, provider)
}

// close stops the simulators and closes the connections to the providers. Call it after
// the last request.
func (c *customers) close() {
	for _, client := range c.clients {
		client.Close()
	}
	for _, issuer := range c.simulators {
		issuer.Close()
	}
}

// mode describes the state of signing in, for the message at startup.
func (c *customers) mode() string {
	switch {
	case len(c.simulators) > 0:
		return "rehearsal"
	case len(c.clients) > 0:
		return "on"
	}
	return "off"
}
