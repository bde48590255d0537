package main

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"

	"kontor/internal/config"
	"kontor/internal/shop"
	"kontor/internal/shop/payment"
	"kontor/internal/store"
)

type paymentsCommand struct {
	Check paymentsCheck `cmd:"" help:"Die Bücher über PayPal prüfen: ist jeder eingezogene Betrag bei einer Bestellung oder zurück?"`
	Test  paymentsTest  `cmd:"" help:"Die Verbindung mit PayPal prüfen: gelten die Zugangsdaten, ist der Webhook eingerichtet?"`
}

type paymentsCheck struct {
	PayPal bool     `name:"paypal" help:"Die Bücher auch mit PayPals eigener Liste vergleichen."`
	Von    shop.Day `placeholder:"TAG" help:"Mit --paypal: der erste Tag, als 2026-11-01; ohne Angabe 30 Tage vor dem letzten."`
	Bis    shop.Day `placeholder:"TAG" help:"Mit --paypal: der letzte Tag; ohne Angabe heute."`
	payPalSettings
	dataDir
}

// errBooks means that captured money is unaccounted for.
var errBooks = errors.New("die Zahlungen gehen nicht auf")

// Run shows where the captured money is, even while the shop is running, and on request
// in what PayPal's own list differs. It fails if the amounts do not add up, and with
// errWaiting if something waits for the operator.
func (c *paymentsCheck) Run(ctx context.Context, p *program) error {
	cfg, err := p.load()
	switch {
	case err != nil:
		return err
	case c.PayPal && !cfg.PayPal():
		return errNoPayPal
	}
	db, err := store.OpenReader(ctx, databaseOf(cfg, newLog(p.stderr, cfg.LogFormat)))
	if err != nil {
		return err
	}
	return errors.Join(c.check(ctx, p, cfg, db), db.Close())
}

func (c *paymentsCheck) check(ctx context.Context, p *program, cfg *config.Config, db *store.DB) error {
	balance, err := db.PaymentBalance(ctx)
	if err != nil {
		return err
	}
	p.showBalance(&balance)
	waiting := fmt.Sprintf("zu klären: %d", balance.Cases)
	differences := 0
	if c.PayPal {
		differences, err = c.compare(ctx, p, cfg, db)
		waiting += fmt.Sprintf(", Abweichungen von PayPals Liste: %d", differences)
	} else {
		fmt.Fprintf(p.stdout, "Das sind nur die eigenen Bücher des Shops. PayPal wurde nicht gefragt; mit --paypal vergleicht sie %s mit PayPals Liste.\n", p.name())
	}
	switch {
	case err != nil:
		return err
	case balance.Difference() != 0:
		return errBooks
	case balance.Cases > 0 || differences > 0:
		return fmt.Errorf("%w (%s)", errWaiting, waiting)
	}
	return nil
}

func (p *program) showBalance(b *payment.Balance) {
	table := tabwriter.NewWriter(p.stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	row := func(name string, amount shop.Cents) { fmt.Fprintf(table, "%s\t%s €\t\n", name, amount) }
	row("eingezogen", b.Captured)
	row("davon bestellt", b.Ordered)
	row("erstattet", b.Refunded)
	row("in Erstattung", b.Underway)
	row("in Klärung", b.Unclear)
	row("von Hand erledigt", b.ByHand)
	row("Differenz", b.Difference())
	table.Flush()
	if b.Contested > 0 {
		fmt.Fprintf(p.stdout, "Davon bei PayPal strittig: %s €\n", b.Contested)
	}
	if b.Cancelled > 0 {
		fmt.Fprintf(p.stdout, "Geld noch bei uns, obwohl storniert: %s €\n", b.Cancelled)
	}
	if b.Uncancelled > 0 {
		fmt.Fprintf(p.stdout, "Ganz erstattet, aber nicht storniert: %d\n", b.Uncancelled)
	}
	fmt.Fprintf(p.stdout, "Laufende Zahlungen: %d, zu klären: %d.\n", b.Open, b.Cases)
}
