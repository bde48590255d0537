package main

import (
	"context"
	"fmt"
	"log/slog"

	"kontor/internal/config"
	"kontor/internal/doctor"
	"kontor/internal/mail"
	"kontor/internal/metrics"
	"kontor/internal/paypal"
	"kontor/internal/shop/account"
	"kontor/internal/shop/payment"
)

// onlineChecks returns the checks that ask outside services, each of which bounds how
// long that takes. Nothing is sent, and no money moves. The caller calls closeAll after
// the checks.
func onlineChecks(cfg *config.Config) (checks []doctor.Check, closeAll func(), err error) {
	log := slog.New(slog.DiscardHandler)
	mailer, err := newMailer(cfg, cfg.BaseURL, log, nil)
	if err != nil {
		return nil, nil, err
	}
	client := paypal.New(payPalAccess(cfg, log))
	customers, err := newCustomers(cfg, nil, log, false, metrics.New())
	if err != nil {
		return nil, nil, err
	}
	if cfg.Mail() {
		checks = append(checks, doctor.Check{Name: "mailversand", Run: reachMail(mailer)})
	}
	if cfg.PayPal() {
		checks = append(checks, doctor.Check{Name: "paypal", Run: reachPayPal(client, webhookAddress(cfg))})
	}
	for _, provider := range customers.Providers {
		if provider.Client != nil {
			checks = append(checks, doctor.Check{Name: "anmeldung", Run: reachProvider(provider)})
		}
	}
	return checks, func() { mailer.Close(); client.Close(); customers.close() }, nil
}

func reachMail(mailer *mail.Mailer) func(context.Context, *doctor.Shop) []doctor.Finding {
	return func(ctx context.Context, _ *doctor.Shop) []doctor.Finding {
		if err := mailer.Reach(ctx); err != nil {
			return []doctor.Finding{{Level: doctor.Failure, Text: err.Error(), Remedy: "SMTP_URL oder RESEND_API_KEY prüfen; ist der Dienst selbst gestört?"}}
		}
		return []doctor.Finding{{Level: doctor.OK, Text: "der Maildienst nimmt die Anmeldung an"}}
	}
}

func reachPayPal(client *paypal.Client, webhook string) func(context.Context, *doctor.Shop) []doctor.Finding {
	return func(ctx context.Context, s *doctor.Shop) []doctor.Finding {
		health := payment.NewConnection(payment.ConnectionOptions{Account: client, Now: s.Now, Webhook: webhook}).Check(ctx)
		switch {
		case health.Access.State == payment.AccessDenied:
			return []doctor.Finding{{Level: doctor.Failure, Text: health.Access.Reason, Remedy: health.Access.Advice()}}
		case health.Access.State != payment.AccessGranted:
			return []doctor.Finding{{Level: doctor.Failure, Text: "PayPal antwortet nicht", Remedy: "Netz und PAYPAL_BASE_URL prüfen; ist PayPal selbst gestört?"}}
		case !health.Good():
			return []doctor.Finding{{Level: doctor.Warning, Text: health.Webhook.Explain(webhook), Remedy: "den Webhook bei PayPal berichtigen; kontor payments test zeigt, ob er stimmt"}}
		}
		return []doctor.Finding{{Level: doctor.OK, Text: "PayPal nimmt die Zugangsdaten an"}}
	}
}

func reachProvider(provider account.Provider) func(context.Context, *doctor.Shop) []doctor.Finding {
	return func(ctx context.Context, _ *doctor.Shop) []doctor.Finding {
		if _, err := provider.Client.Start(ctx, account.SignIn{}); err != nil {
			return []doctor.Finding{{Level: doctor.Warning, Text: fmt.Sprintf("%s: %v", provider.Label, err), Remedy: "Netz und die Kennung des Dienstes prüfen; andere Wege der Anmeldung gehen weiter"}}
		}
		return []doctor.Finding{{Level: doctor.OK, Text: provider.Label + " antwortet"}}
	}
}
