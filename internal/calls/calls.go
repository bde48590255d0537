// Package calls is the way of the shop's requests to outside services: each belongs to
// the trace of the request that causes it, and is measured.
package calls

import (
	"context"
	"net/http"
	"time"

	"kontor/internal/trace"
)

// The results of a call.
const (
	OK          = "ok"
	Refused     = "refused"     // the service answered that it will not
	Failed      = "failed"      // the service answered that it cannot
	Unreachable = "unreachable" // there was no answer, or none in time
)

// Observe takes note of a call: its name, one of the results, and the time that it took.
// It must be safe for concurrent use.
type Observe func(call, result string, took time.Duration)

// Note takes note of a call; nil: nobody wants to know.
func (o Observe) Note(call, result string, began time.Time) {
	if o != nil {
		o(call, result, time.Since(began))
	}
}

type name struct{}

// Named returns a context whose requests count as the named call.
func Named(ctx context.Context, call string) context.Context {
	return context.WithValue(ctx, name{}, call)
}

// Transport sends requests with the traceparent of their context, and measures each until
// the header of its answer.
type Transport struct {
	*http.Transport
	Observe Observe
}

// RoundTrip sends one request.
func (t Transport) RoundTrip(request *http.Request) (*http.Response, error) {
	ctx := request.Context()
	if parent := trace.From(ctx); parent != "" {
		request = request.Clone(ctx) // a transport must not change the caller's
		request.Header.Set(trace.Header, string(parent))
	}
	began := time.Now()
	response, err := t.Transport.RoundTrip(request)
	call, _ := ctx.Value(name{}).(string)
	t.Observe.Note(call, resultOf(response, err), began)
	return response, err
}

func resultOf(response *http.Response, err error) string {
	switch {
	case err != nil:
		return Unreachable
	case response.StatusCode >= http.StatusInternalServerError:
		return Failed
	case response.StatusCode >= http.StatusBadRequest:
		return Refused
	}
	return OK
}
