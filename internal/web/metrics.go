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
)

// metrics are the server's own collectors. Their labels have few values: route
// patterns, never paths.
type metrics struct {
	requests    *prometheus.CounterVec
	duration    *prometheus.HistogramVec
	inFlight    prometheus.Gauge
	orders      *prometheus.CounterVec
	storeErrors prometheus.Counter
}

func newMetrics(registry *prometheus.Registry, version string) (*metrics, error) {
	m := &metrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "http_requests_total", Help: "Answered requests.",
		}, []string{"route", "method", "code"}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "http_request_duration_seconds", Help: "Time from a request's header to the end of its answer.",
			Buckets: []float64{.001, .005, .025, .1, .5, 2.5, 10},
		}, []string{"route"}),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "http_requests_in_flight", Help: "Requests that are not answered yet.",
		}),
		orders: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "orders_created_total", Help: "Stored orders.",
		}, []string{"zahlungsart"}),
		storeErrors: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "order_store_errors_total", Help: "Orders that could not be stored.",
		}),
	}
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "build_info", Help: "The running program; always 1.",
		ConstLabels: prometheus.Labels{"version": version, "goversion": runtime.Version()},
	})
	build.Set(1)
	var problems []error
	for _, collector := range []prometheus.Collector{
		m.requests, m.duration, m.inFlight, m.orders, m.storeErrors, build,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	} {
		problems = append(problems, registry.Register(collector))
	}
	return m, errors.Join(problems...)
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
