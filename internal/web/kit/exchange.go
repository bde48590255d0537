package kit

import (
	"context"
	"log/slog"
	"net/http"
	"strings"

	"github.com/klauspost/compress/gzhttp"

	"kontor/internal/gate"
	"kontor/internal/trace"
)

// Exchange is a request with its answer, for the log and the metrics.
type Exchange struct {
	http.ResponseWriter
	Id     string
	Route  string // pattern of the route, never the path
	status int    // 0 until the answer begins
	Bytes  int64  // of the answer's body
	lost   bool   // writing to the client failed

	Compress bool // compress the answer, if the client accepts that
	AsItIs   bool // the client wants the answer unchanged

	Slot *Load // the load that the request counts towards; nil: none, or no longer

	Alive      map[string]gate.Standing // of the sessions found not to be over
	Strict     bool                     // the route refuses properties that it does not know
	Properties []string                 // that it knows
}

type ExchangeKey struct{}

// ExchangeOf returns the exchange of the request, or an empty one for a request that
// did not come through the middleware.
func ExchangeOf(r *http.Request) *Exchange {
	if x, ok := r.Context().Value(ExchangeKey{}).(*Exchange); ok {
		return x
	}
	return &Exchange{}
}

// WriteHeader records the status of the answer.
func (x *Exchange) WriteHeader(status int) {
	if x.status == 0 && status >= http.StatusOK {
		x.begin(status)
	}
	x.ResponseWriter.WriteHeader(status)
}

// begin records the status and decides whether the answer is compressed.
func (x *Exchange) begin(status int) {
	x.status = status
	if !x.mayCompress() {
		x.Header().Set(gzhttp.HeaderNoCompression, "1") // not sent to the client
	}
}

// FreeSlot releases the request's place among those being processed.
func (x *Exchange) FreeSlot() {
	if x.Slot != nil {
		x.Slot.End()
		x.Slot = nil
	}
}

// Write sends a piece of the answer and counts its bytes. From here on the client's
// time counts, not the server's: answers are complete before they are written, and
// exports have a limit of their own.
func (x *Exchange) Write(p []byte) (int, error) {
	x.FreeSlot()
	if x.status == 0 {
		x.begin(http.StatusOK)
	}
	n, err := x.ResponseWriter.Write(p)
	x.Bytes += int64(n)
	x.lost = x.lost || err != nil
	return n, err
}

// Unwrap gives [http.ResponseController] access to the connection.
func (x *Exchange) Unwrap() http.ResponseWriter { return x.ResponseWriter }

// Answered returns the status that the client sees once the handler is done.
func (x *Exchange) Answered() int {
	if x.status == 0 {
		return http.StatusOK
	}
	return x.status
}

// begun reports whether an answer has already begun.
func begun(w http.ResponseWriter) bool {
	x, ok := w.(*Exchange)
	return ok && x.status != 0
}

// RequestAttrs returns the attributes of every log line about a request.
func RequestAttrs(r *http.Request) []slog.Attr { return attrsOf(r.Context()) }

func attrsOf(ctx context.Context) []slog.Attr {
	attrs := make([]slog.Attr, 0, 8) // with room for what a line adds
	x, known := ctx.Value(ExchangeKey{}).(*Exchange)
	if known {
		attrs = append(attrs, slog.String("request_id", x.Id))
	}
	if id := trace.From(ctx).ID(); id != "" {
		attrs = append(attrs, slog.String("trace_id", id))
	}
	if known {
		attrs = append(attrs, slog.String("route", x.Route))
	}
	return attrs
}

// mayCompress reports whether the answer is marked, and may be changed on its way.
func (x *Exchange) mayCompress() bool {
	return x.Compress && !x.AsItIs && !ForbidsChange(x.Header())
}

// ForbidsChange reports whether headers contain no-transform.
func ForbidsChange(header http.Header) bool {
	return strings.Contains(strings.ToLower(strings.Join(header.Values("Cache-Control"), ",")), "no-transform")
}
