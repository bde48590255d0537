package web

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"net/http"
	"path"
	"slices"

	"kontor/internal/shop"
)

//go:embed templates/*.html
var templateFiles embed.FS

// pages are the templates by file name, each within the layout.
var pages = parsePages()

func parsePages() map[string]*template.Template {
	shared := []string{"templates/layout.html", "templates/office.html"}
	base := template.Must(template.New("").Funcs(template.FuncMap{"asset": assets.url, "office": officeFiles.url, "modules": officeFiles.modules, "day": shop.DayOf}).ParseFS(templateFiles, shared...))
	files, err := templateFiles.ReadDir("templates")
	if err != nil {
		panic(err) // compiled in
	}
	parsed := make(map[string]*template.Template)
	for _, file := range files {
		name := path.Join("templates", file.Name())
		if !slices.Contains(shared, name) {
			parsed[file.Name()] = template.Must(template.Must(base.Clone()).ParseFS(templateFiles, name))
		}
	}
	return parsed
}

// layout is what every page needs.
type layout struct {
	Shop  string
	Title string
}

func (s *Server) layout(title string) layout { return layout{Shop: s.name, Title: title} }

// gateView is an entry page.
type gateView struct {
	layout
	View     entranceView
	Action   string
	ReturnTo string
	Problem  string // what was wrong with the last entry; empty: nothing
}

// errorView is a page that says what went wrong.
type errorView struct {
	layout
	Text string
}

// render writes a page as a whole, or not at all.
func (s *Server) render(w http.ResponseWriter, status int, name string, view any) error {
	var page bytes.Buffer
	if err := pages[name].ExecuteTemplate(&page, "layout", view); err != nil {
		return fmt.Errorf("web: render %s: %w", name, err)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, err := page.WriteTo(w)
	return err
}
