package mail

import (
	"crypto/x509"
	"log/slog"

	"kontor/internal/legaltext"
	"kontor/internal/shop/bank"
)

// Options are the settings of a [Mailer]. With neither ResendKey nor SMTPURL it
// only renders.
type Options struct {
	Shop     Shop
	Bank     bank.BankAccount
	From     string // the sender's address, perhaps with a name: "Bastelkontor <shop@example.org>"
	Operator string // where the operator's messages go

	LegalTexts legaltext.Folder // of the operator's legal texts, which receipts bring along

	ResendKey string
	ResendURL string         // base address of Resend's API: https://api.resend.com
	SMTPURL   string         // smtp://user:password@host:587 or smtps://…
	Roots     *x509.CertPool // vouch for the sender's certificate; nil: those of the system

	Log *slog.Logger
}

// Shop is what messages say of the shop. Empty fields are left out.
type Shop struct {
	Name    string
	Address string // postal, in one line
	Email   string // where customers' replies go
	BaseURL string // address of the shop, without a slash at its end
	Untaxed bool   // its prices contain no value added tax, because it is a small business
	Legal   bool   // customers are led to the shop's legal pages
}
