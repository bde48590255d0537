package web

import (
	"log/slog"
	"net/http"

	"github.com/klauspost/compress/gzhttp"

	"kontor/internal/web/api"
)

// exchange is a request with its answer, as the log and the metrics see it.
type exchange struct {
	http.ResponseWriter
	id     string
	route  string // pattern of the route, never the path
	status int    // 0 until the answer begins
	bytes  int64  // of the answer's body
	lost   bool   // the client could not be written to

	compress bool // the answer, if the client takes that
	asItIs   bool // the client wants the answer unchanged

	slot *load // in which the request has its place; nil: it has none, or no more

	alive []string     // sessions that were found not to be ended
	known *api.Request // what the route reads; nil: it ignores what it does not know
}

type exchangeKey struct{}

// exchangeOf returns the exchange of the request, or an empty one for a request
// that did not come through the middleware.
func exchangeOf(r *http.Request) *exchange {
	if x, ok := r.Context().Value(exchangeKey{}).(*exchange); ok {
		return x
	}
	return &exchange{}
}

// WriteHeader notes the status of the answer.
func (x *exchange) WriteHeader(status int) {
	if x.status == 0 && status >= http.StatusOK {
		x.begin(status)
	}
	x.ResponseWriter.WriteHeader(status)
}

// begin notes the status and decides whether the answer is compressed.
func (x *exchange) begin(status int) {
	x.status = status
	if !x.mayCompress() {
		x.Header().Set(gzhttp.HeaderNoCompression, "1") // which is not sent
	}
}

// freeSlot gives up the request's place among those that are worked on.
func (x *exchange) freeSlot() {
	if x.slot != nil {
		x.slot.end()
		x.slot = nil
	}
}

// Write sends a piece of the answer and counts its bytes. From here on it is the
// client's time: answers are built before they are written, and exports have a
// limit of their own.
func (x *exchange) Write(p []byte) (int, error) {
	x.freeSlot()
	if x.status == 0 {
		x.begin(http.StatusOK)
	}
	n, err := x.ResponseWriter.Write(p)
	x.bytes += int64(n)
	x.lost = x.lost || err != nil
	return n, err
}

// Unwrap lets [http.ResponseController] reach the connection.
func (x *exchange) Unwrap() http.ResponseWriter { return x.ResponseWriter }

// answered returns the status that the client sees when the handler is done.
func (x *exchange) answered() int {
	if x.status == 0 {
		return http.StatusOK
	}
	return x.status
}

// begun reports whether an answer is on its way already.
func begun(w http.ResponseWriter) bool {
	x, ok := w.(*exchange)
	return ok && x.status != 0
}

// tell returns what every log line says of a request.
func tell(r *http.Request) []slog.Attr { return exchangeOf(r).attrs() }

func (x *exchange) attrs() []slog.Attr {
	return []slog.Attr{slog.String("request_id", x.id), slog.String("route", x.route)}
}
