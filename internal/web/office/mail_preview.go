package office

import (
	"encoding/base64"
	"net/http"
	"strings"

	"kontor/internal/shop/message"
	"kontor/internal/web/door"
	"kontor/internal/web/kit"
)

// framingPolicy lets a page show the shop's own documents in frames.
const framingPolicy = kit.ContentPolicy + "; frame-src 'self'"

// previewPolicy is for documents with texts by others: no script, no request, no form,
// and an origin of their own. Only the shop's pages may frame them.
const previewPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; " +
	"form-action 'none'; base-uri 'none'; frame-ancestors 'self'"

// previewMail answers GET /verwaltung/mails/:id/ansicht with a message as its reader
// sees it.
func (s *Office) previewMail(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	id, err := kit.PathID(r, message.ErrNotFound)
	if err != nil {
		return err
	}
	m, err := s.shop.Messages.Message(r.Context(), id)
	if err != nil {
		return err
	}
	if m.Content == nil {
		return message.ErrNotFound
	}
	w.Header().Set("Content-Security-Policy", previewPolicy)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, err = w.Write([]byte(withPictures(m.Content)))
	return err
}

// withPictures embeds a message's pictures in its HTML.
func withPictures(c *message.MailContent) string {
	html := c.HTML
	for _, file := range c.Inline {
		address := "data:" + file.Type + ";base64," + base64.StdEncoding.EncodeToString(file.Data)
		html = strings.ReplaceAll(html, "cid:"+file.CID, address)
	}
	return html
}
