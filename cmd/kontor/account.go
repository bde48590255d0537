package main

import (
	"log/slog"
	"time"

	"kontor/internal/account"
	"kontor/internal/config"
	"kontor/internal/store"
)

// newAccount puts the use cases of customer accounts on the database.
func newAccount(cfg *config.Config, db *store.DB, log *slog.Logger) *account.Service {
	s := &account.Service{Store: db, Now: time.Now, Log: log}
	for _, p := range cfg.Providers() {
		s.Providers = append(s.Providers, account.Provider{Name: p.Name, Label: p.Label})
	}
	return s
}
