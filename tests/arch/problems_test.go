package arch

import (
	"slices"
	"strings"
	"testing"
)

func TestProblems(t *testing.T) {
	t.Parallel()
	tests := []struct {
		arrow   string // importing package → imported path
		problem string // part of the message; empty: allowed
	}{
		{"kontor/internal/shop → golang.org/x/text/cases", ""},
		{"kontor/internal/shop → strings", ""},
		{"kontor/internal/shop/order → database/sql", "only for internal/books, internal/database, internal/store"},
		{"kontor/internal/shop → net/http", "only for cmd/kontor"},
		{"kontor/internal/shop/payment → github.com/google/uuid", "only the standard library"},
		{"kontor/internal/shop → kontor/internal/jsvalue", ""},
		{"kontor/internal/shop → kontor/internal/shop/order", "besides the leaves"},
		{"kontor/internal/shop/order → kontor/internal/shop/payment", "besides the leaves"},
		{"kontor/internal/shop/payment → kontor/internal/shop/order", ""},
		{"kontor/cmd/kontor → kontor/internal/store", ""},
		{"kontor/internal/web → kontor/internal/shop/checkout", ""},
		{"kontor/internal/web → kontor/internal/jsvalue", ""},
		{"kontor/internal/web → kontor/internal/store", "internal/web → internal/store: besides the leaves"},
		{"kontor/internal/web → kontor/tests/shoptest", "besides the leaves"},
		{"kontor/internal/shop/checkout → kontor/internal/shop", ""},
		{"kontor/internal/shop/checkout → kontor/internal/web", "besides the leaves"},
		{"kontor/internal/shop/checkout → net/http", "only for cmd/kontor"},
		{"kontor/internal/store → database/sql/driver", ""},
		{"kontor/internal/store → github.com/jackc/pgx/v5/pgconn", "only for internal/database"},
		{"kontor/internal/store → kontor/internal/database", ""},
		{"kontor/internal/database → kontor/internal/shop/order", "besides the leaves"},
		{"kontor/internal/store → kontor/internal/mail", "besides the leaves"},
		{"kontor/internal/gate → kontor/internal/shop", "no package of the shop"},
		{"kontor/internal/gate → kontor/internal/i18n", "no package of the shop"},
		{"kontor/internal/unheard → fmt", "no rule for this package"},
	}
	for _, tt := range tests {
		t.Run(tt.arrow, func(t *testing.T) {
			t.Parallel()
			from, to, _ := strings.Cut(tt.arrow, " → ")
			got := strings.Join(problems(listed{ImportPath: from, Imports: []string{to}}), "\n")
			if (got == "") != (tt.problem == "") || !strings.Contains(got, tt.problem) {
				t.Errorf("problems = %q, want %q in it", got, tt.problem)
			}
		})
	}
}

// Every package is either a leaf or has a rule, and rules name only existing packages:
// a misspelt line would allow nothing without anybody noticing.
func TestRulesAreConsistent(t *testing.T) {
	t.Parallel()
	known := func(path string) bool {
		_, ruled := rules[path]
		return ruled || slices.Contains(leaves, path) || path == anything || path == subjects
	}
	for from, allowed := range rules {
		if slices.Contains(leaves, from) {
			t.Errorf("%s is a leaf and has a rule", from)
		}
		for _, to := range allowed {
			if !known(to) {
				t.Errorf("%s: %s has no rule", from, to)
			}
		}
	}
}
