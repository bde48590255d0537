package kit

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"time"
)

// WriteRevalidated answers with a body that the client may keep and ask about,
// and with 304 when it has it already.
func (c *Common) WriteRevalidated(w http.ResponseWriter, r *http.Request, contentType string, body []byte) {
	w.Header().Set("Content-Type", contentType)
	c.revalidate(w, r, body, body)
}

// WriteDocument is WriteRevalidated for what is kept in every coding.
func (c *Common) WriteDocument(w http.ResponseWriter, r *http.Request, document Asset) {
	if c.ForEverybody(r); ExchangeOf(r).mayCompress() && !c.Rehearsal { // a rehearsal writes its mark into the page
		c.revalidate(w, r, document.Content, document.prepare(w, r))
		return
	}
	c.WriteRevalidated(w, r, document.contentType, document.Content)
}

// revalidate answers with what the content is sent as. The ETag is weak, because it
// is the same for every coding.
func (c *Common) revalidate(w http.ResponseWriter, r *http.Request, content, sent []byte) {
	digest := sha256.Sum256(content)
	w.Header().Set("ETag", `W/"`+hex.EncodeToString(digest[:12])+`"`)
	c.allowRevalidation(w)
	whole := *r
	whole.Method = http.MethodGet // for HEAD as well: nobody sends the body on
	whole.Header = r.Header.Clone()
	for _, name := range []string{"Range", "If-Range", "If-Match", "If-Unmodified-Since"} {
		whole.Header.Del(name) // the answer is short, and whole or unchanged
	}
	http.ServeContent(w, &whole, "", time.Time{}, bytes.NewReader(sent))
}
