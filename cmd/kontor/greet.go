package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"kontor/internal/config"
	"kontor/internal/legaltext"
)

// greeting is what the terminal shows when the shop starts.
type greeting struct {
	cfg      *config.Config
	servers  *servers
	products int  // added to the catalogue by this start
	empty    bool // the catalogue has no product
	payments *payments
	account  *customers
}

// greet prints the shop's address, the access codes, the missing settings and the next
// step.
func (p *program) greet(g greeting) {
	fmt.Fprintf(p.stdout, "\nKontor %s · %s", readBuild().version, g.cfg.ShopName)
	if g.products > 0 {
		fmt.Fprintf(p.stdout, " · erster Start: Datenbank in %s angelegt, %d Produkte", g.cfg.DataDir, g.products)
	}
	fmt.Fprint(p.stdout, "\n\n")
	g.writeAddresses(p.stdout)
	if g.empty {
		p.greetEmpty(g)
	}
	g.writeOff(p.stdout)
	g.writeLegal(p.stdout)
	table := tabwriter.NewWriter(p.stdout, 0, 0, 3, ' ', 0)
	fmt.Fprintf(table, "  Alle Einstellungen\t%s config\n", p.name())
	fmt.Fprintf(table, "  Beispielbestellungen\tden Shop beenden, dann %s demo --orders 200\n", p.name())
	fmt.Fprintf(table, "  Beenden\tStrg+C\n\n")
	table.Flush()
}

// greetEmpty explains how to fill an empty catalogue. The demo's products are only
// added when nothing is configured.
func (p *program) greetEmpty(g greeting) {
	table := tabwriter.NewWriter(p.stdout, 0, 0, 3, ' ', 0)
	fmt.Fprintf(table, "  Der Katalog ist leer\tProdukte anlegen: %s\n", g.servers.base.JoinPath("/verwaltung/produkte/"))
	if g.cfg.Local() {
		fmt.Fprintf(table, "\tBeispielprodukte: den Shop beenden, dann %s demo --orders 0\n", p.name())
	}
	fmt.Fprintln(table)
	table.Flush()
}

func (g greeting) writeAddresses(w io.Writer) {
	table := tabwriter.NewWriter(w, 0, 0, 3, ' ', 0)
	base, codes := g.servers.base, codes(g.cfg)
	fmt.Fprintf(table, "  Shop\t%s\t%s\t%s\n", base.JoinPath("/"), codes[0].label, codes[0].text)
	fmt.Fprintf(table, "  Verwaltung\t%s\t%s\t%s\n", base.JoinPath("/verwaltung/"), codes[1].label, codes[1].text)
	fmt.Fprintf(table, "  API\t%s\tOpenAPI 3.1\t/api/openapi.json\n", base.JoinPath("/api/docs"))
	fmt.Fprintf(table, "  Datenbank\t%s\n", databaseOf(g.cfg, nil).Place())
	switch g.payments.mode() {
	case "rehearsal":
		fmt.Fprintf(table, "  PayPal\tPROBE: nachgestellt unter %s, es fließt kein Geld\n", g.payments.simulator.URL())
	case "on":
		fmt.Fprintf(table, "  PayPal\t%s%s\n", g.cfg.PayPalBaseURL, g.webhookRemark())
	}
	for n, issuer := range g.account.simulators {
		fmt.Fprintf(table, "  Anmeldung mit %s\tPROBE: nachgestellt unter %s\n", g.account.Providers[n].Label, issuer.URL())
	}
	if addr := g.servers.metrics.addr(); addr != "" {
		fmt.Fprintf(table, "  Messwerte\thttp://%s/metrics\n", addr)
	}
	fmt.Fprintln(table)
	table.Flush()
	if g.cfg.SitePublic {
		fmt.Fprint(w, "  Der Shop ist offen (SITE_PUBLIC=true); die Verwaltung verlangt weiter beide Codes.\n\n")
	}
}

// webhookRemark returns a remark if PayPal's notifications cannot be verified. Payments
// then rely on the browser and on reconciliation.
func (g greeting) webhookRemark() string {
	if g.cfg.PayPalWebhookID == "" {
		return "\tohne Meldungen: PAYPAL_WEBHOOK_ID fehlt"
	}
	return ""
}

func (g greeting) writeOff(w io.Writer) {
	table := tabwriter.NewWriter(w, 0, 0, 3, ' ', 0)
	for _, service := range g.cfg.Off() {
		if g.payments.mode() == "rehearsal" && (service.Name == "PayPal" || strings.HasPrefix(service.Name, "Anmeldung ")) {
			continue
		}
		fmt.Fprintf(table, "  %s\taus: %s\n", service.Name, service.Remedy)
	}
	fmt.Fprintln(table)
	table.Flush()
}

// writeLegal names the operator's texts that the shop's pages still lack. Their pages
// merely announce that a text will follow.
func (g greeting) writeLegal(w io.Writer) {
	missing := legaltext.Folder(g.cfg.LegalDir).Missing()
	if len(missing) == 0 {
		return
	}
	where := g.cfg.LegalDir
	if where == "" {
		where = "einem Ordner, den RECHTSTEXTE_DIR nennt"
	}
	fmt.Fprintf(w, "  Rechtstexte fehlen: %s, anzulegen in %s\n\n", strings.Join(missing, ", "), where)
}
