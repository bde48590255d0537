package main

import (
	"log/slog"
	"time"

	"kontor/internal/account"
	"kontor/internal/config"
	"kontor/internal/oidc"
	"kontor/internal/store"
)

// newAccount puts the use cases of customer accounts on the database and the
// sign-in providers. It asks none of them anything.
func newAccount(cfg *config.Config, db *store.DB, log *slog.Logger) *account.Service {
	s := &account.Service{
		Store: db, Controller: account.Controller{Name: cfg.ShopName, Address: cfg.ShopAddress, Email: cfg.ShopEmail},
		Now: time.Now, Log: log,
	}
	for _, p := range cfg.Providers() {
		provider := account.Provider{Name: p.Name, Label: p.Label}
		if p.Configured() {
			provider.Client = oidc.New(oidc.Options{
				Name: p.Name, Label: p.Label, Issuer: p.Issuer,
				ClientID: p.ClientID, ClientSecret: string(p.ClientSecret),
				Log: log, Now: time.Now,
			})
		}
		s.Providers = append(s.Providers, provider)
	}
	return s
}
