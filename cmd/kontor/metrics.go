package main

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"kontor/internal/backup"
	"kontor/internal/metrics"
)

// register adds the shop's own metrics to those of its HTTP server.
func (s *service) register(registry *prometheus.Registry) error {
	return s.metrics.Register(registry, metrics.Sources{
		Shop:           s.db.Measures,
		Database:       s.db.DatabaseMeasures,
		Backup:         func() (backup.State, error) { return backup.ReadState(s.copies.Dir) },
		Dirs:           map[string]string{"data": s.cfg.DataDir, "backups": s.copies.Dir},
		CertificateEnd: s.certificate.ending(),
		BackupSteps:    backup.Steps,
		Warnings:       s.warnings,
		Now:            time.Now,
	})
}
