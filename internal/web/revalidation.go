package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"time"
)

// writeRevalidated answers with a body that the client may keep and ask about,
// and with 304 when it has it already.
func (s *Server) writeRevalidated(w http.ResponseWriter, r *http.Request, contentType string, body []byte) {
	w.Header().Set("Content-Type", contentType)
	s.revalidate(w, r, body, body)
}

// writeDocument is writeRevalidated for what is kept in every coding.
func (s *Server) writeDocument(w http.ResponseWriter, r *http.Request, document asset) {
	if s.forEverybody(r); exchangeOf(r).mayCompress() && !s.rehearsal { // a rehearsal writes its mark into the page
		s.revalidate(w, r, document.content, document.prepare(w, r))
		return
	}
	s.writeRevalidated(w, r, document.contentType, document.content)
}

// revalidate answers with what the content is sent as. The ETag is weak, because it
// is the same for every coding.
func (s *Server) revalidate(w http.ResponseWriter, r *http.Request, content, sent []byte) {
	digest := sha256.Sum256(content)
	w.Header().Set("ETag", `W/"`+hex.EncodeToString(digest[:12])+`"`)
	s.allowRevalidation(w)
	whole := *r
	whole.Method = http.MethodGet // for HEAD as well: nobody sends the body on
	whole.Header = r.Header.Clone()
	for _, name := range []string{"Range", "If-Range", "If-Match", "If-Unmodified-Since"} {
		whole.Header.Del(name) // the answer is short, and whole or unchanged
	}
	http.ServeContent(w, &whole, "", time.Time{}, bytes.NewReader(sent))
}
