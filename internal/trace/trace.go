// Package trace carries the trace that a request belongs to: from its traceparent header
// to the lines in the log and to the calls that it causes.
//
// Source: W3C Trace Context. The shop records no spans of its own, so it passes the
// header on unchanged, as the standard has it for such services.
package trace

import (
	"context"
	"regexp"
	"strings"
)

// Header is the name of the header.
const Header = "Traceparent"

// Parent is the caller's place in a trace, as the header states it; empty: there is none.
// It consists of hexadecimal digits and hyphens, whoever sent it.
type Parent string

// Positions within a header: version-trace-parent-flags.
const (
	idAt     = len("00-")
	parentAt = idAt + 32 + 1
	length   = parentAt + 16 + 1 + 2
)

var wellFormed = regexp.MustCompile(`^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$`)

// Parse returns the parent in a request's headers of that name. Malformed ones, several
// at once, and ids of only zeros are no trace. Of a later version, what the first one
// defines is kept.
func Parse(headers []string) Parent {
	if len(headers) != 1 || len(headers[0]) < length {
		return ""
	}
	head, rest := headers[0][:length], headers[0][length:]
	switch version := head[:2]; {
	case !wellFormed.MatchString(head), version == "ff",
		version == "00" && rest != "", rest != "" && rest[0] != '-',
		strings.Trim(head[idAt:parentAt-1], "0") == "", strings.Trim(head[parentAt:length-3], "0") == "":
		return ""
	}
	return Parent("00" + head[2:])
}

// ID returns the trace's id, 32 hexadecimal digits; empty if there is no trace.
func (p Parent) ID() string {
	if p == "" {
		return ""
	}
	return string(p[idAt : parentAt-1])
}

type key struct{}

// With returns a context whose calls belong to the trace.
func With(ctx context.Context, p Parent) context.Context {
	if p == "" {
		return ctx
	}
	return context.WithValue(ctx, key{}, p)
}

// From returns the trace that a context belongs to.
func From(ctx context.Context) Parent {
	p, _ := ctx.Value(key{}).(Parent)
	return p
}

// Continued returns a context of the same trace that nobody cancels, and that has nothing
// else of ctx.
func Continued(ctx context.Context) context.Context { return With(context.Background(), From(ctx)) }
