package web

import (
	"bytes"
	"net/http"
	"strings"
)

// rehearsalMark is shown at the top of every page of a rehearsal.
const rehearsalMark = `<aside class="rehearsal" lang="de" aria-label="Probe"><strong>PROBE</strong> Hier ist nichts echt: Bestellungen gelten nicht, und es fließt kein Geld.</aside>`

// rehearsing marks every page during a rehearsal, whoever wrote it, so that no future
// page can lack the mark.
func (s *Server) rehearsing(next http.Handler) http.Handler {
	if !s.Rehearsal {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(&markedPage{ResponseWriter: w}, r)
	})
}

// markedPage inserts the mark after the page's <body>, which is in the first write:
// pages are written in one piece.
type markedPage struct {
	http.ResponseWriter
	begun bool
}

// WriteHeader drops the length of a page that is going to grow.
func (m *markedPage) WriteHeader(status int) {
	if m.isPage() {
		m.Header().Del("Content-Length")
	}
	m.ResponseWriter.WriteHeader(status)
}

func (m *markedPage) isPage() bool {
	return strings.HasPrefix(m.Header().Get("Content-Type"), "text/html")
}

// Write passes on what follows the mark.
func (m *markedPage) Write(p []byte) (int, error) {
	if m.begun || !m.isPage() {
		return m.ResponseWriter.Write(p)
	}
	m.begun = true
	at := bytes.Index(p, []byte("<body"))
	end := bytes.IndexByte(p[max(at, 0):], '>')
	if at < 0 || end < 0 {
		return m.ResponseWriter.Write(p)
	}
	split := at + end + 1
	marked := bytes.Join([][]byte{p[:split], p[split:]}, []byte(rehearsalMark))
	n, err := m.ResponseWriter.Write(marked)
	return min(n, len(p)), err
}

// Unwrap gives [http.ResponseController] access to the connection.
func (m *markedPage) Unwrap() http.ResponseWriter { return m.ResponseWriter }
