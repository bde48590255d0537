package metrics

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"kontor/internal/backup"
	"kontor/internal/database"
	"kontor/internal/shop/report"
)

func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(name, help, labels, nil)
}

var (
	lastOrder    = describe("order_last_timestamp_seconds", "When the newest order was placed.")
	mailsWaiting = describe("mails_waiting", "Messages that are owed and not sent yet.")
	oldestMail   = describe("mail_oldest_waiting_seconds", "Age of the oldest message that waits; 0: none does.")
	payments     = describe("payments", "Payments that are under way or wait for the operator.", "status")
	sessions     = describe("admin_sessions", "Sessions of the administration that are not over.")
	auditEntries = describe("audit_entries_total", "Entries ever written to the audit log.")

	databaseSize   = describe("db_size_bytes", "Size of the database.")
	databaseLog    = describe("db_wal_bytes", "Size of SQLite's write-ahead log.")
	databaseThere  = describe("db_file_ok", "1 while the database's file is the one that was opened, or its server takes writes.")
	connections    = describe("db_pool_connections", "Connections to the database.", "state")
	numbersLeft    = describe("number_mark_remaining", "Numbers that may be issued before the mark has to be extended.")
	diskFree       = describe("disk_free_bytes", "Free room on the disk of a directory.", "dir")
	backupAt       = describe("backup_last_success_timestamp_seconds", "When the shop was last copied, or found to be as in its newest copy.")
	backupSize     = describe("backup_size_bytes", "Size of the newest copy.")
	backupTime     = describe("backup_duration_seconds", "Time that the newest copy took.")
	certificateEnd = describe("certificate_not_after_timestamp_seconds", "When the certificate of the shop's own TLS ends.")
	configWarnings = describe("config_warnings", "Warnings about the settings when the shop started.")
)

// readings are the gauges of one moment.
type readings []prometheus.Metric

func (r *readings) add(d *prometheus.Desc, kind prometheus.ValueType, value float64, labels ...string) {
	*r = append(*r, prometheus.MustNewConstMetric(d, kind, value, labels...))
}

func (r *readings) gauge(d *prometheus.Desc, value float64, labels ...string) {
	r.add(d, prometheus.GaugeValue, value, labels...)
}

// size adds a number that is negative if there is none.
func (r *readings) size(d *prometheus.Desc, n int64) {
	if n >= 0 {
		r.gauge(d, float64(n))
	}
}

// time adds a time unless it is zero.
func (r *readings) time(d *prometheus.Desc, at time.Time) {
	if !at.IsZero() {
		r.gauge(d, float64(at.UnixMilli())/1000)
	}
}

func (r *readings) database(m database.Measures) {
	there := 0.0
	if m.There {
		there = 1
	}
	r.gauge(databaseThere, there)
	r.size(databaseSize, m.Size)
	r.size(databaseLog, m.Log)
	r.size(numbersLeft, m.NumbersLeft)
	r.gauge(connections, float64(m.Busy), "busy")
	r.gauge(connections, float64(m.Idle), "idle")
}

func (r *readings) shop(m *report.Measures, now time.Time) {
	r.time(lastOrder, m.LastOrder)
	r.gauge(mailsWaiting, float64(m.MailsWaiting))
	age := time.Duration(0)
	if !m.OldestMail.IsZero() {
		age = max(0, now.Sub(m.OldestMail))
	}
	r.gauge(oldestMail, age.Seconds())
	for state, n := range m.Payments {
		r.gauge(payments, float64(n), state)
	}
	r.gauge(sessions, float64(m.Sessions))
	r.add(auditEntries, prometheus.CounterValue, float64(m.AuditEntries))
}

func (r *readings) backup(s *backup.State) {
	r.time(backupAt, s.Checked)
	if s.Copy != nil {
		r.gauge(backupSize, float64(s.Copy.Size))
		r.gauge(backupTime, float64(s.Copy.Millis)/1000)
	}
}
