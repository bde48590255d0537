package metrics

import (
	"context"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"kontor/internal/backup"
	"kontor/internal/database"
	"kontor/internal/shop/report"
)

const (
	// freshFor is how long what was read is given to whoever asks: many scrapers cost the
	// database no more than one.
	freshFor = 5 * time.Second
	// readLimit bounds how long a scrape waits for the database.
	readLimit = 2 * time.Second
)

// Sources are what gauges are read from.
type Sources struct {
	Shop     func(ctx context.Context, now time.Time) (report.Measures, error)
	Database func(context.Context) database.Measures
	Backup   func() (backup.State, error)
	Dirs     map[string]string // by name: whose disk may fill up

	// CertificateEnd returns when the certificate of the shop's own TLS ends; zero, or a
	// nil function: there is none.
	CertificateEnd func() time.Time

	BackupSteps []string
	Warnings    int // about the settings, at the start
	Now         func() time.Time
}

// gauges reads its sources when it is scraped. What cannot be read is left out: a wrong
// figure would be worse than none.
type gauges struct {
	Sources
	mu   sync.Mutex // held while reading
	read time.Time
	last []prometheus.Metric
}

func newGauges(s Sources) *gauges { return &gauges{Sources: s} }

// Describe sends nothing: which metrics there are depends on the shop.
func (g *gauges) Describe(chan<- *prometheus.Desc) {}

// Collect sends what was read in the last seconds, or just now.
func (g *gauges) Collect(metrics chan<- prometheus.Metric) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if now := g.Now(); now.Sub(g.read).Abs() >= freshFor {
		g.last = g.readAll(now)
		g.read = now
	}
	for _, metric := range g.last {
		metrics <- metric
	}
}

func (g *gauges) readAll(now time.Time) []prometheus.Metric {
	ctx, cancel := context.WithTimeout(context.Background(), readLimit)
	defer cancel()
	var r readings
	r.gauge(configWarnings, float64(g.Warnings))
	if g.CertificateEnd != nil {
		r.time(certificateEnd, g.CertificateEnd())
	}
	r.database(g.Database(ctx))
	if m, err := g.Shop(ctx, now); err == nil {
		r.shop(&m, now)
	}
	if state, err := g.Backup(); err == nil {
		r.backup(&state)
	}
	for name, dir := range g.Dirs {
		if free, _, err := database.Room(dir); err == nil {
			r.gauge(diskFree, float64(free), name)
		}
	}
	return r
}
