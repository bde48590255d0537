package web

import (
	"net/http"
	"strconv"

	"github.com/klauspost/compress/gzhttp"
)

// compressible are the types of answers that become smaller.
var compressible = []string{"text/html", "application/json", "image/svg+xml", "text/css", "text/javascript", "text/csv"}

// compressing sends answers in a coding that the client offers, if they are marked
// so; see mayCompress. What it likes equally is sent as gzip: at these levels it is
// the smaller one.
func compressing(next http.Handler) http.Handler {
	wrap, err := gzhttp.NewWrapper(gzhttp.ContentTypes(compressible), gzhttp.MinSize(minCompressed), gzhttp.PreferZstd(false))
	if err != nil {
		panic(err) // the options are constant
	}
	handler := wrap(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out := &packed{ResponseWriter: w}
		if r.Method == http.MethodHead { // is answered as GET would be, but for the body
			get := *r
			get.Method = http.MethodGet
			wrap(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { next.ServeHTTP(w, r) }))(out, &get)
		} else {
			handler(out, r)
		}
		_ = out.finish() // the exchange has noted what the client did not take
	})
}

// minCompressed is the size from which on an answer needs fewer packets when it is
// compressed, in bytes.
const minCompressed = 1024

// packed keeps a compressed answer back until it is whole: a compressor takes much
// more memory than what it makes, and must not wait for a client. Only what becomes
// large, an export, is sent while it is made.
type packed struct {
	http.ResponseWriter
	status int    // kept back; 0: none
	body   []byte // kept back
	direct bool   // nothing is kept back any longer
}

// maxPacked is the most that is kept back of an answer, in bytes.
const maxPacked = 1 << 20

// WriteHeader keeps the status of a compressed answer back.
func (p *packed) WriteHeader(status int) {
	header := p.Header()
	if status >= http.StatusOK && header.Get("Content-Encoding") != "" && header.Get("Content-Length") == "" {
		p.status = status
		return
	}
	p.direct = p.direct || status >= http.StatusOK
	p.ResponseWriter.WriteHeader(status)
}

// Write keeps a piece of a compressed answer back, or sends it.
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

// finish sends what was kept back, whose length is known now.
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

// Unwrap lets [http.ResponseController] reach the connection.
func (p *packed) Unwrap() http.ResponseWriter { return p.ResponseWriter }
