package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"text/tabwriter"
	"time"

	"kontor/internal/config"
	"kontor/internal/paypal"
	"kontor/internal/shop"
	"kontor/internal/shop/payment"
	"kontor/internal/store"
)

// compareDays is how many days are compared unless others are asked for.
const compareDays = 31

// The reasons why PayPal's list cannot be had.
var (
	errNoPermission = errors.New("PayPal zeigt diesem Zugang die Liste der Umsätze nicht; dafür im Developer Dashboard von PayPal " +
		"bei der App „Transaction search“ einschalten und es nach einigen Stunden noch einmal versuchen")
	errTooMany = errors.New("PayPal bittet um weniger Anfragen; bitte in einer Stunde noch einmal versuchen")
)

// Validate fills in the days that are left open, and refuses those that cannot be
// compared.
func (c *paymentsCheck) Validate() error {
	if !c.PayPal {
		if c.Von != "" || c.Bis != "" {
			return errors.New("--von und --bis gehören zu --paypal")
		}
		return nil
	}
	for _, day := range []shop.Day{c.Von, c.Bis} {
		if _, err := shop.ParseDay(string(day)); err != nil {
			return fmt.Errorf("%q ist kein Tag wie 2026-11-01", day)
		}
	}
	now := time.Now()
	if c.Bis == "" {
		c.Bis = shop.DayOf(now)
	}
	if c.Von == "" {
		c.Von = shop.DayOf(c.Bis.Start().AddDate(0, 0, 1-compareDays))
	}
	switch {
	case c.Von > c.Bis || c.Bis > shop.DayOf(now):
		return errors.New("--von liegt nach --bis, oder --bis nach heute")
	case c.Von.Start().Before(now.AddDate(-payment.PayPalListYears, 0, 1)):
		return fmt.Errorf("--von: PayPals Liste reicht nur %d Jahre zurück", payment.PayPalListYears)
	}
	return nil
}

// compare shows in what the journal and PayPal's list differ, and returns the number of
// differences.
func (c *paymentsCheck) compare(ctx context.Context, p *program, cfg *config.Config, db *store.DB) (int, error) {
	client := paypal.New(payPalAccess(cfg, slog.New(slog.DiscardHandler)))
	defer client.Close()
	found, err := payment.Compare(ctx, db, client, c.Von.Start(), c.Bis.Next().Start(), time.Now())
	if err != nil {
		return 0, explainPayPal(err)
	}
	fmt.Fprintf(p.stdout, "\nVerglichen mit PayPals Liste: Zahlungen, bei denen vom %s bis zum %s Geld floss.\n", c.Von.German(), c.Bis.German())
	p.showSides(&found)
	fmt.Fprintf(p.stdout, "Bewegungen auf dem PayPal-Konto, die nicht von diesem Shop sind: %d.\n", found.Foreign)
	fmt.Fprintf(p.stdout, "Die letzten drei Stunden können in PayPals Liste noch fehlen; Zahlungen, die deshalb nicht beurteilt sind: %d.\n", found.Recent)
	fmt.Fprintf(p.stdout, "Abweichungen: %d.\n", len(found.Differences))
	for i := range found.Differences {
		fmt.Fprintln(p.stdout, "- "+found.Differences[i].String())
	}
	return len(found.Differences), nil
}

func (p *program) showSides(c *payment.Comparison) {
	table := tabwriter.NewWriter(p.stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(table, "\tim Shop\tbei PayPal\t\n")
	fmt.Fprintf(table, "Zahlungen\t%d\t%d\t\n", c.Journal.Payments, c.PayPal.Payments)
	fmt.Fprintf(table, "eingezogen\t%s €\t%s €\t\n", c.Journal.Captured, c.PayPal.Captured)
	fmt.Fprintf(table, "davon zurück\t%s €\t%s €\t\n", c.Journal.Returned, c.PayPal.Returned)
	table.Flush()
}

// explainPayPal states for the operator why PayPal's list could not be read.
func explainPayPal(err error) error {
	var refusal *payment.PayPalRefusal
	var unknown *payment.PayPalUnknown
	switch {
	case errors.As(err, &refusal) && refusal.NoPermission():
		return errNoPermission
	case errors.As(err, &refusal):
		return fmt.Errorf("PayPal hat die Anfrage abgelehnt; PayPals Support hilft mit der Kennung %q weiter (%w)", refusal.DebugID, err)
	case !errors.As(err, &unknown):
		return err
	case unknown.Denied != "":
		access := payment.Access{Reason: unknown.Denied}
		return fmt.Errorf("%s. %s", access.Reason, access.Advice())
	case unknown.RateLimited():
		return errTooMany
	}
	return fmt.Errorf("PayPal ist nicht zu erreichen oder antwortet nicht, wie es soll; bitte später noch einmal versuchen, "+
		"und wenn es so bleibt, PAYPAL_BASE_URL und die Verbindung prüfen (%w)", unknown)
}
