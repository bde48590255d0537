package main

import (
	"errors"
	"fmt"

	"kontor/internal/config"
)

type codesCommand struct {
	New codesNew `cmd:"" help:"Einen vergessenen Zugangscode durch einen neuen ersetzen."`
}

type codesNew struct {
	Which string `arg:"" name:"shop|office" enum:"shop,office" help:"shop: der Zugangscode des Shops; office: der der Verwaltung."`
	dataDir
}

// Run replaces a generated code. It may run beside the shop, which reads the new code
// when it starts.
func (c *codesNew) Run(p *program) error {
	cfg, err := p.load()
	if err != nil {
		return err
	}
	label, variable, ended := "Zugangscode", "SITE_ACCESS_CODE", "aller Besucher"
	if c.Which == "office" {
		label, variable, ended = "Verwaltungscode", "VERWALTUNG_ACCESS_CODE", "der Verwaltung auf allen Geräten"
	}
	if !cfg.Has(variable) {
		return fmt.Errorf("es gibt noch keinen %s; der erste Start erzeugt ihn", label)
	}
	text, err := cfg.RenewCode(variable)
	if errors.Is(err, config.ErrCodeSet) {
		return fmt.Errorf("den %s hat Kontor nicht erzeugt; er steht %s, und bleibt, wie er ist: dort ändern", label, cfg.Source(variable))
	}
	if err != nil {
		return err
	}
	p.reveal(code{label, string(text)}, cfg.Source(variable))
	fmt.Fprintf(p.stdout, "Er gilt, sobald der Shop neu gestartet ist; bis dahin gilt der alte. Mit dem Neustart enden die Sitzungen %s.\n", ended)
	return nil
}

// reveal shows a new code to a person, but not to a log: there it says where the code
// stands.
func (p *program) reveal(c code, where string) {
	if isTerminal(p.stdout) {
		fmt.Fprintf(p.stdout, "%-16s %s\n", c.label, c.text)
		return
	}
	fmt.Fprintf(p.stdout, "Der %s steht %s.\n", c.label, where)
}
