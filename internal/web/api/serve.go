package api

import (
	"bytes"
	"net/http"
	"strings"
	"sync"

	"kontor/internal/web/kit"
)

// Description serves the description of the API: as an OpenAPI document for programs,
// and as a page for people. Both are made for their first reader: that takes longer than
// the rest of the server's start, and most servers never have one.
type Description struct {
	*kit.Common
	document func() kit.Asset
}

// NewDescription returns the description of this shop's API. The cookies are those of
// the sessions that its routes require.
func NewDescription(c *kit.Common, siteCookie, administrationCookie, accountCookie string) *Description {
	return &Description{c, sync.OnceValue(func() kit.Asset {
		document := Document(strings.TrimSuffix(c.BaseURL.String(), "/"), siteCookie, administrationCookie, accountCookie)
		return kit.NewAsset("application/json; charset=utf-8", document)
	})}
}

// Routes returns the routes of the description.
func (d *Description) Routes() []kit.Route {
	return []kit.Route{
		kit.On("GET", "/api/openapi.json", kit.Site, d.serveDocument),
		kit.On("GET", "/api/docs", kit.Site, d.docsPage()),
	}
}

// serveDocument answers GET /api/openapi.json.
func (d *Description) serveDocument(w http.ResponseWriter, r *http.Request) error {
	d.WriteDocument(w, r, d.document())
	return nil
}

// docsView is the page that describes the API.
type docsView struct {
	kit.Layout
	API *Reference
}

// docsPage answers GET /api/docs. The page is the same for everybody.
func (d *Description) docsPage() kit.Handler {
	page := sync.OnceValues(d.renderDocs)
	return func(w http.ResponseWriter, r *http.Request) error {
		document, err := page()
		if err != nil {
			return err
		}
		d.WriteDocument(w, r, document)
		return nil
	}
}

func (d *Description) renderDocs() (kit.Asset, error) {
	reference, err := NewReference(d.document().Content)
	if err != nil {
		return kit.Asset{}, err
	}
	var page bytes.Buffer
	if err := pages.Render(&page, "docs.html", docsView{d.NewLayout("API"), reference}); err != nil {
		return kit.Asset{}, err
	}
	return kit.NewAsset("text/html; charset=utf-8", page.Bytes()), nil
}

// pages are the pages that describe the API.
var pages = kit.ParsePages(kit.LayoutTemplate(nil), files, "layout")
