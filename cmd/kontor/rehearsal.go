package main

import (
	"errors"
	"fmt"
	"strings"

	"kontor/internal/config"
)

// checkRehearsal returns why a shop cannot be rehearsed.
func checkRehearsal(cfg *config.Config) error {
	switch {
	case cfg.PayPal():
		return errors.New("--probe: PayPal ist eingerichtet (PAYPAL_CLIENT_ID); eine Probe geht nur ohne")
	case !cfg.Local():
		return errors.New("--probe: dieser Shop ist von außen erreichbar; Proben gehen nur auf diesem Rechner")
	}
	for _, p := range cfg.Providers() {
		if p.Configured() {
			return fmt.Errorf("--probe: die Anmeldung mit %s ist eingerichtet (%s_CLIENT_ID); eine Probe geht nur ohne", p.Label, strings.ToUpper(p.Name))
		}
	}
	return nil
}
