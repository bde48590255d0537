package web

import (
	"net/http"
	"strconv"

	"github.com/klauspost/compress/gzhttp"
)

// compressible are the media types that compression makes smaller.
var compressible = []string{"text/html", "application/json", "image/svg+xml", "text/css", "text/javascript", "text/csv"}

// compressing compresses answers in a coding that the client offers, if they are marked
// for it; see mayCompress. Between equally preferred codings it chooses gzip, which is
// smaller at these levels.
func compressing(next http.Handler) http.Handler {
	wrap, err := gzhttp.NewWrapper(gzhttp.ContentTypes(compressible), gzhttp.MinSize(minCompressed), gzhttp.PreferZstd(false))
	if err != nil {
		panic(err) // the options are constant
	}
	handler := wrap(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out := &packed{ResponseWriter: w}
		if r.Method == http.MethodHead { // answered like GET, except for the body
			get := *r
			get.Method = http.MethodGet
			wrap(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { next.ServeHTTP(w, r) }))(out, &get)
		} else {
			handler(out, r)
		}
		_ = out.finish() // the exchange has recorded what the client did not take
	})
}

// minCompressed is the size in bytes from which compression saves packets.
const minCompressed = 1024

// packed holds back a compressed answer until it is complete: a compressor takes much
// more memory than its output, and must not wait for a client. Only large answers,
// exports, are sent while they are produced.
type packed struct {
	http.ResponseWriter
	status int    // held back; 0: none
	body   []byte // held back
	direct bool   // nothing is held back any longer
}

// maxPacked is the most that is held back of an answer, in bytes.
const maxPacked = 1 << 20

// WriteHeader holds back the status of a compressed answer.
func (p *packed) WriteHeader(status int) {
	header := p.Header()
	if status >= http.StatusOK && header.Get("Content-Encoding") != "" && header.Get("Content-Length") == "" {
		p.status = status
		return
	}
	p.direct = p.direct || status >= http.StatusOK
	p.ResponseWriter.WriteHeader(status)
}

// Write holds back a piece of a compressed answer, or sends it.
func (p *packed) Write(b []byte) (int, error) {
	if !p.direct && p.status == 0 {
		p.WriteHeader(http.StatusOK)
	}
	if p.direct {
		return p.ResponseWriter.Write(b)
	}
	p.body = append(p.body, b...)
	if len(p.body) > maxPacked {
		return len(b), p.send()
	}
	return len(b), nil
}

// finish sends what was held back, whose length is now known.
func (p *packed) finish() error {
	if p.direct || p.status == 0 {
		return nil
	}
	p.Header().Set("Content-Length", strconv.Itoa(len(p.body)))
	return p.send()
}

func (p *packed) send() error {
	p.direct = true
	p.ResponseWriter.WriteHeader(p.status)
	_, err := p.ResponseWriter.Write(p.body)
	p.body = nil
	return err
}

// Unwrap gives [http.ResponseController] access to the connection.
func (p *packed) Unwrap() http.ResponseWriter { return p.ResponseWriter }
