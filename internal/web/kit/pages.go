package kit

import (
	"bytes"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"net/http"
	"path"

	"kontor/internal/shop"
)

// PageSet has the templates of pages by file name. They share a base: the frame that
// each page fills in, and common parts.
type PageSet struct {
	pages map[string]*template.Template
	frame string // name of the template of a whole page
}

// ParsePages parses the pages in a folder of compiled-in files, each on a copy of the
// base. Files that belong to the base are skipped.
func ParsePages(base *template.Template, files fs.FS, frame string) PageSet {
	set := PageSet{pages: make(map[string]*template.Template), frame: frame}
	names, err := fs.Glob(files, "templates/*.html")
	if err != nil || names == nil {
		panic(fmt.Sprintf("web: no templates: %v", err)) // compiled in
	}
	for _, name := range names {
		if file := path.Base(name); base.Lookup(file) == nil {
			set.pages[file] = template.Must(template.Must(base.Clone()).ParseFS(files, name))
		}
	}
	return set
}

// Show answers with a page, completely or not at all.
func (p PageSet) Show(w http.ResponseWriter, status int, name string, view any) error {
	return p.ShowPart(w, status, name, p.frame, view)
}

// ShowPart answers with a part of a page.
func (p PageSet) ShowPart(w http.ResponseWriter, status int, name, part string, view any) error {
	var page bytes.Buffer
	if err := p.renderPart(&page, name, part, view); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, err := page.WriteTo(w)
	return err
}

// Render writes a page.
func (p PageSet) Render(w io.Writer, name string, view any) error {
	return p.renderPart(w, name, p.frame, view)
}

func (p PageSet) renderPart(w io.Writer, name, part string, view any) error {
	if err := p.pages[name].ExecuteTemplate(w, part, view); err != nil {
		return fmt.Errorf("web: render %s: %w", name, err)
	}
	return nil
}

// Layout is the common data of every page of the gates and the administration.
type Layout struct {
	Shop  string
	Title string
}

// LayoutTemplate returns the base of these pages, with additional functions for a part
// of the shop.
func LayoutTemplate(functions template.FuncMap) *template.Template {
	base := template.New("").Funcs(template.FuncMap{"asset": Assets.URL}).Funcs(functions)
	return template.Must(base.ParseFS(files, "templates/layout.html"))
}

// commonPages are the pages that belong to no part of the shop.
var commonPages = ParsePages(LayoutTemplate(nil), files, "layout")

// errorView is a page that explains what went wrong.
type errorView struct {
	Layout
	Text string
}

// ShowError writes the page of a refusal for operators and visitors of the gates.
func (c *Common) ShowError(w http.ResponseWriter, status int, refusal *shop.Error) error {
	return commonPages.Show(w, status, "error.html", errorView{Layout: c.NewLayout("Fehler"), Text: refusal.Text})
}
