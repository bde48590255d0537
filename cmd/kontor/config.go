package main

import (
	"fmt"
	"text/tabwriter"

	"kontor/internal/config"
)

type configCommand struct {
	ShowCodes bool `group:"Optionen:" help:"Nur die erzeugten Zugangscodes zeigen."`
	settings
}

// Run shows every setting, even if some cannot be used; the problems follow.
func (c *configCommand) Run(p *program) error {
	cfg, err := p.load()
	if c.ShowCodes {
		if err == nil {
			p.showCodes(cfg)
		}
		return err
	}
	table := tabwriter.NewWriter(p.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "VARIABLE\tWERT\tHERKUNFT\tBEDEUTUNG")
	for _, row := range cfg.Describe() {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", row.Name, row.Value, row.Origin, row.Meaning)
	}
	table.Flush()
	fmt.Fprintln(p.stdout, "\nJede Variable geht auch als NAME_FILE: der Pfad einer Datei mit dem Wert.")
	for _, name := range config.UnknownNames(p.environ) {
		fmt.Fprintf(p.stdout, "In der Umgebung: %v\n", name)
	}
	return err
}

// showCodes prints the codes that this program generated, but never those chosen by the
// operator.
func (p *program) showCodes(cfg *config.Config) {
	for _, code := range codes(cfg) {
		fmt.Fprintf(p.stdout, "%-16s %s\n", code.label, code.text)
	}
}

// code is an access code as shown to the operator.
type code struct {
	label string
	text  string // the code, or where it was set
}

// codes returns the codes of the site and of the administration.
func codes(cfg *config.Config) []code {
	show := func(label, variable string, secret config.Secret) code {
		switch {
		case cfg.Generated(variable):
			return code{label, string(secret)}
		case secret == "":
			return code{label, "(wird beim ersten Start erzeugt)"}
		}
		return code{label, "(steht " + cfg.Source(variable) + ")"}
	}
	return []code{
		show("Zugangscode", "SITE_ACCESS_CODE", cfg.SiteAccessCode),
		show("Verwaltungscode", "VERWALTUNG_ACCESS_CODE", cfg.VerwaltungAccessCode),
	}
}
