package mail

import (
	"crypto/x509"
	"log/slog"

	"kontor/internal/calls"
	"kontor/internal/legaltext"
	"kontor/internal/shop"
	"kontor/internal/shop/tax"
)

// Options are the settings of a [Mailer]. With neither ResendKey nor SMTPURL it can
// only render.
type Options struct {
	Seller   shop.Seller
	Tax      tax.Seller
	BaseURL  string // URL of the shop, without a slash at its end
	From     string // the sender's address, optionally with a name: "Bastelkontor <shop@example.org>"
	Operator string // recipient of the operator's messages

	// OrderPage returns the path of the page on which an order's customer follows it; nil:
	// there are no such pages.
	OrderPage func(shop.Language, int64) string

	LegalTexts legaltext.Folder // the operator's legal texts, attached to receipts
	LegalLinks bool             // messages link to the shop's legal pages

	ResendKey string
	ResendURL string         // base address of Resend's API: https://api.resend.com
	SMTPURL   string         // smtp://user:password@host:587 or smtps://…
	Roots     *x509.CertPool // verify the sender's certificate; nil: the system's

	Log     *slog.Logger
	Observe calls.Observe // of attempts; nil: nobody wants to know
}
