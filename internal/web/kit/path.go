package kit

import (
	"net/http"
	"strconv"
	"strings"

	"kontor/internal/shop/catalogue"
)

// AddSlash redirects visitors who forgot the slash at the end.
func AddSlash(w http.ResponseWriter, r *http.Request) error {
	target := *r.URL
	target.Scheme, target.Host = "", ""
	target.Path, target.RawPath = strings.TrimSuffix(r.URL.Path, "/")+"/", ""
	http.Redirect(w, r, target.String(), http.StatusPermanentRedirect)
	return nil
}

// WithoutSlash returns a path that ends in a slash without it, otherwise "".
func WithoutSlash(path string) string {
	bare, _ := strings.CutSuffix(strings.TrimSuffix(path, "{$}"), "/")
	if bare == path {
		return ""
	}
	return bare
}

// PathID parses the id in the path; the error for a malformed one is notFound.
func PathID(r *http.Request, notFound error) (int64, error) { return NamedPathID(r, "id", notFound) }

// NamedPathID is [PathID] for another part of the path.
func NamedPathID(r *http.Request, name string, notFound error) (int64, error) {
	id, err := strconv.ParseUint(r.PathValue(name), 10, 63)
	if err != nil || id == 0 {
		return 0, notFound
	}
	return int64(id), nil
}

// PathText returns a part of the path; "", which is never a key, if the database cannot
// compare it.
func PathText(r *http.Request, name string) string {
	if s := r.PathValue(name); wellFormed(s) {
		return s
	}
	return ""
}

// ReturnField is the name of the page to return to, in queries and forms.
const ReturnField = "weiter"

// PhotoURL returns the URL of one of a product's own pictures in the given width.
func PhotoURL(product *catalogue.Product, picture *catalogue.Picture, width int) string {
	return "/bilder/produkt/" + product.Slug + "/" + picture.Hash + "-" + strconv.Itoa(width) + ".jpg"
}
