package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"text/tabwriter"

	"kontor/internal/config"
	"kontor/internal/doctor"
)

// Errors of commands that have printed their findings and have nothing to add.
var (
	errFound  = errors.New("es gibt Fehler")
	errWarned = errors.New("es gibt Warnungen")
)

type doctorCommand struct {
	Online bool `group:"Optionen:" help:"Auch bei Mailversand, PayPal und Anmeldediensten nachfragen."`
	JSON   bool `name:"json" group:"Optionen:" help:"Als JSON."`
	settings
}

// Run examines the shop, whether it runs or not. Settings that cannot be used are all
// that it reports then, since nothing else could be believed.
func (c *doctorCommand) Run(ctx context.Context, p *program) error {
	cfg, err := p.load()
	var wrong config.Problems
	switch {
	case errors.As(err, &wrong):
		return p.report(doctor.Problems(wrong), c.JSON)
	case err != nil:
		return err
	}
	checks := doctor.Checks()
	if c.Online {
		online, closeAll, err := onlineChecks(cfg)
		if err != nil {
			return err
		}
		defer closeAll()
		checks = append(checks, online...)
	}
	return p.report(p.examined(cfg).Examine(ctx, checks), c.JSON)
}

// findingJSON is a finding on the wire.
type findingJSON struct {
	Check  string       `json:"pruefung"`
	Level  doctor.Level `json:"stufe"`
	Text   string       `json:"text"`
	Remedy string       `json:"abhilfe"`
}

// report prints the findings and returns an error for the exit code: errFound if one is
// a failure, errWarned if one is a warning.
func (p *program) report(findings []doctor.Finding, asJSON bool) error {
	worst := doctor.Worst(findings)
	if asJSON {
		answer := struct {
			OK       bool          `json:"ok"`
			Findings []findingJSON `json:"befunde"`
		}{worst != doctor.Failure, []findingJSON{}}
		for _, f := range findings {
			answer.Findings = append(answer.Findings, findingJSON(f))
		}
		encoder := json.NewEncoder(p.stdout)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(answer); err != nil {
			return err
		}
	} else {
		p.showFindings(findings)
	}
	switch worst {
	case doctor.Failure:
		return errFound
	case doctor.Warning:
		return errWarned
	}
	return nil
}

func (p *program) showFindings(findings []doctor.Finding) {
	table := tabwriter.NewWriter(p.stdout, 0, 0, 2, ' ', 0)
	for _, f := range findings {
		remedy := ""
		if f.Remedy != "" {
			remedy = " → " + f.Remedy
		}
		fmt.Fprintf(table, "%s\t%s\t%s%s\n", f.Level, f.Check, f.Text, remedy)
	}
	table.Flush()
}
