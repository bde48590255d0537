package main

import (
	"encoding/base64"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"kontor/internal/calls"
	"kontor/internal/config"
	"kontor/internal/legaltext"
	"kontor/internal/mail"
	"kontor/internal/shop"
	"kontor/internal/shop/message"
	"kontor/internal/web/storefront"
)

type mailCommand struct {
	Preview mailPreview `cmd:"" help:"Jede E-Mail in jeder Sprache als Datei schreiben; verschickt nichts."`
}

// newMailer returns the shop's mailer; base is the URL of its pages. observe may be nil.
func newMailer(cfg *config.Config, base string, log *slog.Logger, observe calls.Observe) (*mail.Mailer, error) {
	var page func(shop.Language, int64) string
	if cfg.SiteSessionSecret != "" {
		pages, err := storefront.NewOrderPages(time.Now, keys(cfg.SiteSessionSecret, cfg.SiteSessionSecretPrevious))
		if err != nil {
			return nil, err
		}
		page = pages.Path
	}
	return mail.New(mail.Options{
		OrderPage: page,
		Seller:    seller(cfg),
		Tax:       taxes(cfg),
		BaseURL:   base,
		From:      cfg.MailFrom,
		Operator:  cfg.OrderNotificationEmail,
		ResendKey: string(cfg.ResendAPIKey),
		ResendURL: cfg.ResendBaseURL,
		SMTPURL:   string(cfg.SMTPURL),

		LegalTexts: legaltext.Folder(cfg.LegalDir),
		LegalLinks: cfg.LegalDir != "",

		Log: log, Observe: observe,
	})
}

type mailPreview struct {
	Dir string `arg:"" name:"VERZEICHNIS" help:"Wohin die Dateien kommen."`
	settings
}

// Run writes the messages that the shop would send in its current configuration, about
// a fictional order.
func (c *mailPreview) Run(p *program) error {
	cfg, err := p.load()
	if err != nil {
		return err
	}
	base := cfg.BaseURL
	if base == "" {
		base = "http://" + cfg.ListenAddr
	}
	mailer, err := newMailer(cfg, base, newLog(p.stderr, cfg.LogFormat), nil)
	if err != nil {
		return err
	}
	defer mailer.Close()
	if err := os.MkdirAll(c.Dir, 0o700); err != nil {
		return err
	}
	written := 0
	for _, kind := range mail.Kinds() {
		for _, language := range languagesOf(kind) {
			if err := writePreview(mailer, c.Dir, kind, language, cfg.ShopPrefix); err != nil {
				return err
			}
			written += 2
		}
	}
	fmt.Fprintf(p.stdout, "%d Dateien in %s geschrieben\n", written, c.Dir)
	if cfg.IBAN == "" {
		fmt.Fprintln(p.stdout, "Ohne IBAN und KONTOINHABER nennen die E-Mails keine Bankverbindung.")
	}
	return nil
}

// languagesOf returns the languages in which messages of a kind are written.
func languagesOf(kind message.Kind) []shop.Language {
	if kind.ToOperator() {
		return shop.Languages[:1]
	}
	return shop.Languages
}

// writePreview writes one message as text and as HTML, with its pictures embedded.
func writePreview(mailer *mail.Mailer, dir string, kind message.Kind, language shop.Language, prefix string) error {
	m := &message.Message{Kind: kind, Language: language}
	order := sampleOrder(prefix, language)
	if kind == message.KindOperatorNote {
		m.Note, order = sampleNote(), nil
	}
	if kind == message.KindReport {
		m.Report, order = sampleReport(order), nil
	}
	if kind == message.KindWithdrawal {
		m.Withdrawal = sampleWithdrawal(order)
	}
	if kind == message.KindDispatched {
		m.Dispatched = sampleDispatched(order)
	}
	if kind.AboutPayment() {
		m.Payment = samplePaid(order)
	}
	content, err := mailer.Render(m, order)
	if err != nil {
		return err
	}
	html := content.HTML
	for _, file := range content.Inline {
		data := "data:" + file.Type + ";base64," + base64.StdEncoding.EncodeToString(file.Data)
		html = strings.ReplaceAll(html, "cid:"+file.CID, data)
	}
	name := filepath.Join(dir, string(kind)+"."+string(language))
	if err := os.WriteFile(name+".html", []byte(html), 0o600); err != nil {
		return err
	}
	return os.WriteFile(name+".txt", []byte("Betreff: "+content.Subject+"\n\n"+content.Text), 0o600)
}
