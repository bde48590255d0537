package main

import (
	"context"
	"time"

	"kontor/internal/gate"
	"kontor/internal/shop/audit"
)

// keepAudit records which settings were changed, cuts entries past their term off the
// audit log, and logs its head. While the database is away it does nothing.
func (s *service) keepAudit(ctx context.Context) {
	if s.db.Available() != nil {
		return
	}
	if err := s.tryKeepingAudit(context.WithoutCancel(ctx)); err != nil { // also of a start that ends soon
		s.log.Warn("audit log not kept", "error", err)
	}
}

func (s *service) tryKeepingAudit(ctx context.Context) error {
	if !s.settingsRecorded {
		if err := s.recordSettings(ctx); err != nil {
			return err
		}
		s.settingsRecorded = true
	}
	if err := s.shop.Audit.Cut(ctx); err != nil {
		return err
	}
	head, err := s.shop.Audit.Head(ctx)
	if err == nil && head.Nr > 0 {
		s.log.Info("audit head", "nr", head.Nr, "hash", head.Hash)
	}
	return err
}

// perInstance are the settings in which the instances of one shop may differ.
var perInstance = map[string]bool{"LISTEN_ADDR": true, "METRICS_ADDR": true, "DATA_DIR": true, "LOG_FORMAT": true}

// recordSettings adds to the audit log what changed of the settings since the last start.
func (s *service) recordSettings(ctx context.Context) error {
	key, err := gate.DeriveKeys("einstellungen", keys(s.cfg.VerwaltungSessionSecret, ""))
	if err != nil {
		return err
	}
	var settings []audit.Set
	for _, row := range s.cfg.Describe() {
		if s.cfg.DatabaseURL != "" && perInstance[row.Name] {
			continue
		}
		set := audit.Set{Name: row.Name, Value: row.Value, Secret: row.Secret, Key: key[0]}
		if row.Secret {
			set.Value = s.cfg.Reveal(row.Variable)
		}
		settings = append(settings, set)
	}
	return s.db.RecordSettings(audit.Command(ctx, audit.Program, time.Now()), settings)
}
