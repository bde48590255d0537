package gate

import (
	"net/url"
	"path"
	"strings"
)

const maxReturnBytes = 2048

// CleanReturn checks where to send a visitor after the code has been entered: an
// own page with its query, as a relative target that no browser can take for
// another host. Everything else is answered with "/": other hosts and schemes in
// any spelling, paths that are not in their shortest form, and the gate pages
// and API routes, which are no pages to arrive at.
//
// Target is the value after the one decoding that reading the query or form does.
// Links that the shop makes are plain ASCII with the rest percent-encoded, so a
// target that needs any more tolerance than that was made by somebody else.
func CleanReturn(target string) string {
	if len(target) > maxReturnBytes || strings.ContainsFunc(target, isUnsafe) {
		return "/"
	}
	target, _, _ = strings.Cut(target, "#")
	escaped, query, _ := strings.Cut(target, "?")
	page, err := url.PathUnescape(escaped)
	if err != nil || !isOwnPage(page) {
		return "/"
	}
	own := url.URL{Path: page, RawQuery: query}
	return own.String()
}

// isOwnPage reports whether the decoded path is one of ours. A percent sign that
// is left means that it was encoded twice.
func isOwnPage(page string) bool {
	if !strings.HasPrefix(page, "/") || strings.ContainsAny(page, `\%`) ||
		strings.ContainsFunc(page, isControl) || shortest(page) != page {
		return false
	}
	page = strings.ToLower(page) + "/"
	return !strings.HasPrefix(page, "/zugang/") && !strings.HasPrefix(page, "/api/")
}

// shortest is path.Clean that keeps a slash at the end.
func shortest(page string) string {
	clean := path.Clean(page)
	if clean != "/" && strings.HasSuffix(page, "/") {
		clean += "/"
	}
	return clean
}

// isUnsafe reports what browsers drop, turn into a slash, or read differently
// from one another.
func isUnsafe(r rune) bool {
	return r <= ' ' || r >= 0x7f || r == '\\'
}

func isControl(r rune) bool {
	return r < ' ' || r == 0x7f
}
