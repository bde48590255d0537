package main

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"

	"kontor/internal/shop"
	"kontor/internal/shop/payment"
	"kontor/internal/store"
)

type paymentsCommand struct {
	Check paymentsCheck `cmd:"" help:"Die Bücher über PayPal prüfen: ist jeder eingezogene Betrag bei einer Bestellung oder zurück?"`
	Test  paymentsTest  `cmd:"" help:"Die Verbindung mit PayPal prüfen: gelten die Zugangsdaten, ist der Webhook eingerichtet?"`
}

type paymentsCheck struct {
	dataDir
}

// errBooks means that captured money is unaccounted for.
var errBooks = errors.New("die Zahlungen gehen nicht auf")

// Run shows where the captured money is, even while the shop is running, and fails if
// the amounts do not add up.
func (c *paymentsCheck) Run(ctx context.Context, p *program) error {
	cfg, err := p.load()
	if err != nil {
		return err
	}
	db, err := store.OpenReader(ctx, databaseOf(cfg, newLog(p.stderr, cfg.LogFormat)))
	if err != nil {
		return err
	}
	balance, err := db.PaymentBalance(ctx)
	if err := errors.Join(err, db.Close()); err != nil {
		return err
	}
	p.showBalance(&balance)
	if balance.Difference() != 0 {
		return errBooks
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
	if b.Cancelled > 0 {
		fmt.Fprintf(p.stdout, "Geld noch bei uns, obwohl storniert: %s €\n", b.Cancelled)
	}
	if b.Uncancelled > 0 {
		fmt.Fprintf(p.stdout, "Ganz erstattet, aber nicht storniert: %d\n", b.Uncancelled)
	}
	fmt.Fprintf(p.stdout, "Laufende Zahlungen: %d, zu klären: %d.\n", b.Open, b.Cases)
}
