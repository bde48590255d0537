package kit

import (
	"net/http"
	"strconv"
	"strings"

	"kontor/internal/shop/catalogue"
)

// AddSlash sends visitors on who forgot the slash at the end.
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

// PathID reads the id in the path; what cannot be one is not found.
func PathID(r *http.Request, notFound error) (int64, error) {
	id, err := strconv.ParseUint(r.PathValue("id"), 10, 63)
	if err != nil || id == 0 {
		return 0, notFound
	}
	return int64(id), nil
}

// PathText returns a part of the path; for what no engine can compare, the empty
// text, which is the key of nothing.
func PathText(r *http.Request, name string) string {
	if s := r.PathValue(name); wellFormed(s) {
		return s
	}
	return ""
}

// ReturnField names the page to return to, in queries and forms.
const ReturnField = "weiter"

// PhotoURL is the address of a product's own picture in a width.
func PhotoURL(product *catalogue.Product, width int) string {
	return "/bilder/produkt/" + product.Slug + "/" + product.Photo + "-" + strconv.Itoa(width) + ".jpg"
}
