package mail

import (
	"crypto/x509"
	"log/slog"

	"kontor/internal/legaltext"
	"kontor/internal/shop/bank"
)

// Options are the settings of a [Mailer]. With neither ResendKey nor SMTPURL it can
// only render.
type Options struct {
	Shop     Shop
	Bank     bank.Account
	From     string // the sender's address, optionally with a name: "Bastelkontor <shop@example.org>"
	Operator string // recipient of the operator's messages

	LegalTexts legaltext.Folder // the operator's legal texts, attached to receipts

	ResendKey string
	ResendURL string         // base address of Resend's API: https://api.resend.com
	SMTPURL   string         // smtp://user:password@host:587 or smtps://…
	Roots     *x509.CertPool // verify the sender's certificate; nil: the system's

	Log *slog.Logger
}

// Shop holds the shop's details as messages show them. Empty fields are left out.
type Shop struct {
	Name    string
	Address string // postal, on one line
	Email   string // where customers' replies go
	BaseURL string // URL of the shop, without a slash at its end
	Untaxed bool   // its prices contain no value added tax, because it is a small business
	Legal   bool   // messages link to the shop's legal pages
}
