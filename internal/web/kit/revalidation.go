package kit

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"time"
)

// WriteRevalidated answers with a body that the client may keep and revalidate, or with
// 304 if it already has it.
func (c *Common) WriteRevalidated(w http.ResponseWriter, r *http.Request, contentType string, body []byte) {
	w.Header().Set("Content-Type", contentType)
	c.revalidate(w, r, body, body)
}

// WriteDocument is WriteRevalidated for a body that is stored in every coding.
func (c *Common) WriteDocument(w http.ResponseWriter, r *http.Request, document Asset) {
	if c.ForEverybody(r); ExchangeOf(r).mayCompress() && !c.Rehearsal { // a rehearsal writes its mark into the page
		c.revalidate(w, r, document.Content, document.prepare(w, r))
		return
	}
	c.WriteRevalidated(w, r, document.contentType, document.Content)
}

// revalidate answers with the content in the form to be sent. The ETag is weak, because
// it is the same for every coding.
func (c *Common) revalidate(w http.ResponseWriter, r *http.Request, content, sent []byte) {
	digest := sha256.Sum256(content)
	w.Header().Set("ETag", `W/"`+hex.EncodeToString(digest[:12])+`"`)
	c.allowRevalidation(w)
	whole := *r
	whole.Method = http.MethodGet // for HEAD as well: the body is not sent on
	whole.Header = r.Header.Clone()
	for _, name := range []string{"Range", "If-Range", "If-Match", "If-Unmodified-Since"} {
		whole.Header.Del(name) // the answer is short, and whole or unchanged
	}
	http.ServeContent(w, &whole, "", time.Time{}, bytes.NewReader(sent))
}
