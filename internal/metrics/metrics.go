// Package metrics measures what the shop does beside answering requests, and how its
// database, copies, mails and payments stand.
package metrics

import (
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"kontor/internal/calls"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
)

// Metrics count events as they happen. They are safe for concurrent use.
type Metrics struct {
	orders       *prometheus.CounterVec
	mails        *prometheus.CounterVec
	calls        *prometheus.HistogramVec
	commits      prometheus.Histogram
	batches      prometheus.Histogram
	backupErrors *prometheus.CounterVec
}

// New returns metrics that nobody reads yet, see [Metrics.Register].
func New() *Metrics {
	return &Metrics{
		orders: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "orders_created_total", Help: "Stored orders.",
		}, []string{"zahlungsart"}),
		mails: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "mails_total", Help: "Attempts at messages, by the state in which they left the message.",
		}, []string{"result"}),
		calls: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "provider_call_duration_seconds", Help: "Time of calls to outside services, and how they ended.",
			Buckets: []float64{.1, .5, 2.5, 10},
		}, []string{"provider", "call", "result"}),
		commits: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "db_commit_duration_seconds", Help: "Time of a COMMIT.",
			Buckets: []float64{.001, .005, .025, .1, .5, 2.5},
		}),
		batches: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "db_batch_size", Help: "Writes that shared a COMMIT.", Buckets: []float64{1, 4, 16, 64, 256},
		}),
		backupErrors: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "backup_errors_total", Help: "Copies of the shop that failed, by the step that did.",
		}, []string{"step"}),
	}
}

// Register adds the metrics, and those that are read from their sources when somebody
// asks, to a registry.
func (m *Metrics) Register(registry *prometheus.Registry, s Sources) error {
	for _, method := range []string{order.MethodTransfer, order.MethodPayPal, order.MethodOther} {
		m.orders.WithLabelValues(method)
	}
	for _, state := range []message.State{message.Sent, message.Open, message.Failed, message.Held} {
		m.mails.WithLabelValues(string(state))
	}
	for _, step := range s.BackupSteps {
		m.backupErrors.WithLabelValues(step)
	}
	var problems []error
	for _, collector := range []prometheus.Collector{m.orders, m.mails, m.calls, m.commits, m.batches, m.backupErrors, newGauges(s)} {
		problems = append(problems, registry.Register(collector))
	}
	return errors.Join(problems...)
}

// Order counts a new order.
func (m *Metrics) Order(o *order.Order) { m.orders.WithLabelValues(o.MethodClass()).Inc() }

// Mail counts an attempt at a message, or that it is held.
func (m *Metrics) Mail(state message.State) { m.mails.WithLabelValues(string(state)).Inc() }

// Calls returns what measures the calls to a service.
func (m *Metrics) Calls(provider string) calls.Observe {
	return func(call, result string, took time.Duration) {
		m.calls.WithLabelValues(provider, call, result).Observe(took.Seconds())
	}
}

// Commit measures a COMMIT and how many writes shared it.
func (m *Metrics) Commit(writes int, took time.Duration) {
	m.commits.Observe(took.Seconds())
	m.batches.Observe(float64(writes))
}

// BackupFailed counts a copy that failed at a step.
func (m *Metrics) BackupFailed(step string) { m.backupErrors.WithLabelValues(step).Inc() }
