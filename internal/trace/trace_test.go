package trace_test

import (
	"strings"
	"testing"

	"kontor/internal/trace"
)

const (
	id     = "0af7651916cd43dd8448eb211c80319c"
	parent = "00-" + id + "-b7ad6b7169203331-01"
)

// What is malformed is no trace; nothing of it is kept.
func TestW26_TraceParents(t *testing.T) {
	t.Parallel()
	for name, header := range map[string]string{
		"as sent":                parent,
		"not sampled":            strings.TrimSuffix(parent, "1") + "0",
		"unknown flags":          strings.TrimSuffix(parent, "01") + "ff",
		"a later version":        "01" + parent[2:],
		"a later, longer one":    "42" + parent[2:] + "-what=ever it says",
		"one with an empty rest": "fe" + parent[2:] + "-",
	} {
		got := trace.Parse([]string{header})
		if got.ID() != id || len(got) != len(parent) || !strings.HasPrefix(string(got), "00-") {
			t.Errorf("%s: %q", name, got)
		}
	}
	for name, headers := range map[string][]string{
		"none":                      nil,
		"empty":                     {""},
		"two":                       {parent, parent},
		"upper case":                {strings.ToUpper(parent)},
		"too short":                 {parent[:len(parent)-1]},
		"too long":                  {parent + "0"},
		"longer than its version":   {parent + "-00"},
		"a later one, run together": {"01" + parent[2:] + "00"},
		"the forbidden version":     {"ff" + parent[2:]},
		"no trace":                  {strings.Replace(parent, id, strings.Repeat("0", 32), 1)},
		"no parent":                 {strings.Replace(parent, "b7ad6b7169203331", strings.Repeat("0", 16), 1)},
		"no hexadecimal digits":     {strings.Replace(parent, "0af", "0xf", 1)},
		"a line break":              {strings.Replace(parent, "-b7", "\nb7", 1)},
		"spaces around it":          {" " + parent + " "},
		"another separator":         {strings.ReplaceAll(parent, "-", "_")},
		"endless":                   {strings.Repeat("0", 1<<16)},
	} {
		if got := trace.Parse(headers); got != "" || got.ID() != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
}
