package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"kontor/internal/config"
	"kontor/internal/doctor"
)

// examined returns a shop for the doctor, who opens its database to read it.
func (p *program) examined(cfg *config.Config) *doctor.Shop {
	built, err := time.Parse(time.RFC3339, readBuild().date)
	if err != nil { // unknown
		built = time.Time{}
	}
	return &doctor.Shop{Config: cfg, Place: databaseOf(cfg, nil), Environ: p.environ, Built: built, Now: time.Now}
}

// examined returns the running shop for the doctor.
func (s *service) examined() *doctor.Shop {
	shop := s.program.examined(s.cfg)
	shop.DB, shop.Probe = s.db, s.rehearsal
	return shop
}

// checkPublic refuses to open a shop to the public that does not meet the conditions,
// and logs what it lets pass. Other shops have none to meet.
func (s *service) checkPublic(ctx context.Context) error {
	if !s.cfg.Public() {
		return nil
	}
	findings := s.examined().GoLive(ctx)
	for _, f := range findings {
		if f.Level == doctor.Warning {
			s.warnings++
			s.log.Warn("public shop", "check", f.Check, "finding", f.Text, "remedy", f.Remedy)
		}
	}
	if doctor.Worst(findings) != doctor.Failure {
		return nil
	}
	lines := []string{"So wird der Shop nicht öffentlich (SITE_PUBLIC=true):"}
	for _, f := range findings {
		if f.Level == doctor.Failure {
			lines = append(lines, fmt.Sprintf("  %s: %s; %s", f.Check, f.Text, f.Remedy))
		}
	}
	return &refusal{errors.New(strings.Join(lines, "\n"))}
}

type checkCommand struct {
	Public bool `required:"" help:"Die Bedingungen eines öffentlichen Shops prüfen, als wäre er einer."`
	JSON   bool `name:"json" group:"Optionen:" help:"Als JSON."`
	settings
}

// Run shows what keeps the shop from being opened to the public. It changes nothing.
func (c *checkCommand) Run(ctx context.Context, p *program) error {
	cfg, err := p.load()
	if err != nil {
		return err
	}
	return p.report(p.examined(cfg).GoLive(ctx), c.JSON)
}
