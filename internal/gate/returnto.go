package gate

import (
	"net/url"
	"path"
	"strings"
)

const maxReturnBytes = 2048

// CleanReturn checks where to send a visitor once the code has been entered: a page of
// the shop with its query, as a relative target that no browser can mistake for another
// host. Everything else becomes "/": other hosts and schemes in any spelling, paths
// that are not in their shortest form, and the gate pages and API routes, which are no
// pages to arrive at.
//
// target is the value as decoded once by reading the query or form. Links that the shop
// makes are plain ASCII with the rest percent-encoded, so a target that needs more
// tolerance than that was made by somebody else.
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

// isOwnPage reports whether the decoded path is one of ours. A remaining percent sign
// means that it was encoded twice.
func isOwnPage(page string) bool {
	if !strings.HasPrefix(page, "/") || strings.ContainsAny(page, `\%`) ||
		strings.ContainsFunc(page, isControl) || shortest(page) != page {
		return false
	}
	page = strings.ToLower(page) + "/"
	return !strings.HasPrefix(page, "/zugang/") && !strings.HasPrefix(page, "/api/")
}

// shortest is path.Clean but keeps a trailing slash.
func shortest(page string) string {
	clean := path.Clean(page)
	if clean != "/" && strings.HasSuffix(page, "/") {
		clean += "/"
	}
	return clean
}

// isUnsafe reports whether browsers drop the character, turn it into a slash, or
// disagree about it.
func isUnsafe(r rune) bool {
	return r <= ' ' || r >= 0x7f || r == '\\'
}

func isControl(r rune) bool {
	return r < ' ' || r == 0x7f
}
