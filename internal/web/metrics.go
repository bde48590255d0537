package web

import (
	"errors"
	"net/http"
	"runtime"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"kontor/internal/web/kit"
	"kontor/internal/web/storefront"
)

// metrics are the server's own collectors. Their labels have few values: route
// patterns, never paths.
type metrics struct {
	requests    *prometheus.CounterVec
	duration    *prometheus.HistogramVec
	inFlight    prometheus.Gauge
	shed        *prometheus.CounterVec
	storeErrors prometheus.Counter
	limited     *prometheus.CounterVec
	refused     *prometheus.CounterVec
}

// The reasons for which requests are shed.
const (
	shedBusy        = "busy"        // too many are being processed
	shedClient      = "client"      // too many of one client behind a proxy
	shedExport      = "exports"     // too many exports
	shedConnections = "connections" // no room for the connection
)

func newMetrics() *metrics {
	m := &metrics{
		requests: counters("http_requests_total", "Answered requests.", "route", "method", "code"),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "http_request_duration_seconds", Help: "Time from a request's header to the end of its answer.",
			Buckets: []float64{.001, .005, .025, .1, .5, 2.5, 10},
		}, []string{"route"}),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "http_requests_in_flight", Help: "Requests that are not answered yet.",
		}),
		shed: counters("http_requests_shed_total", "Requests and connections turned away because of the load, by reason.", "reason"),
		storeErrors: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "order_store_errors_total", Help: "Orders that could not be stored.",
		}),
		limited: counters("orders_limited_total", "Orders and payments refused by a limit for each client, by reason.", "reason"),
		refused: counters("codes_refused_total", "Access codes refused, by gate.", "gate"),
	}
	for _, reason := range []string{shedBusy, shedClient, shedExport, shedConnections} {
		m.shed.WithLabelValues(reason)
	}
	for _, reason := range storefront.Limits {
		m.limited.WithLabelValues(reason)
	}
	return m
}

func counters(name, help string, labels ...string) *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
}

// register adds the collectors, and the figures about the open connections, to a
// registry.
func (m *metrics) register(registry *prometheus.Registry, version string, open *connections) error {
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "build_info", Help: "The running program; always 1.",
		ConstLabels: prometheus.Labels{"version": version, "goversion": runtime.Version()},
	})
	build.Set(1)
	var problems []error
	for _, collector := range []prometheus.Collector{
		m.requests, m.duration, m.inFlight, m.shed, m.storeErrors, m.limited, m.refused, build, open,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	} {
		problems = append(problems, registry.Register(collector))
	}
	return errors.Join(problems...)
}

// MetricsHandler serves the registry for Prometheus at /metrics. It is outside the
// gates, so it belongs on an address of its own.
func MetricsHandler(registry *prometheus.Registry) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	return mux
}

func (m *metrics) observe(r *http.Request, x *kit.Exchange, took time.Duration) {
	m.requests.WithLabelValues(x.Route, methodLabel(r.Method), strconv.Itoa(x.Answered())).Inc()
	m.duration.WithLabelValues(x.Route).Observe(took.Seconds())
}

// methodLabel returns the method, or one word for all that HTTP does not define:
// clients can invent any number of them.
func methodLabel(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch,
		http.MethodDelete, http.MethodOptions, http.MethodConnect, http.MethodTrace:
		return method
	}
	return "OTHER"
}
