package office

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"kontor/internal/shop"
)

// versionTag returns the ETag of an entry: the version of its row.
func versionTag(version int64) string { return `"` + strconv.FormatInt(version, 10) + `"` }

// conditional reports whether the request demands a version of the entry that it
// changes; "*" only demands that it exists.
func conditional(r *http.Request) bool {
	given := ifMatchTags(r)
	return len(given) > 0 && !slices.Contains(given, "*")
}

// checkIfMatch returns [shop.ErrStale] if the request demands other versions than this
// one. A weak tag never matches (RFC 9110, section 13.1.1).
func checkIfMatch(r *http.Request, version int64) error {
	if conditional(r) && !slices.Contains(ifMatchTags(r), versionTag(version)) {
		return shop.ErrStale
	}
	return nil
}

func ifMatchTags(r *http.Request) []string {
	values := r.Header.Values("If-Match")
	if len(values) == 0 {
		return nil
	}
	tags := strings.Split(strings.Join(values, ","), ",")
	for i := range tags {
		tags[i] = strings.TrimSpace(tags[i])
	}
	return tags
}
