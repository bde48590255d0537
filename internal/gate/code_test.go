package gate_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"kontor/internal/gate"
)

func TestCodeMatches(t *testing.T) {
	t.Parallel()
	cases := []struct {
		configured, entry string
		want              bool
	}{
		{"Stickgarn-4711", "Stickgarn-4711", true},
		{"Stickgarn-4711", "  Stickgarn-4711\r\n", true},
		{" Stickgarn-4711 ", "Stickgarn-4711", true},
		{"zwei Wörter mit ß", "\u00a0zwei Wörter mit ß", true},
		{"Stickgarn-4711", "stickgarn-4711", false},
		{"Stickgarn-4711", "Stickgarn-471", false},
		{"Stickgarn-4711", "Stickgarn-47111", false},
		{"Stickgarn-4711", "Stickgarn -4711", false},
		{"Stickgarn-4711", "Stickgarn-4711\x00", false},
		{"Stickgarn-4711", "", false},
		{"Stickgarn-4711", strings.Repeat("Stickgarn-4711", 300), false},
	}
	for _, tc := range cases {
		if got := gate.NewCode(tc.configured).Matches(tc.entry); got != tc.want {
			t.Errorf("code %q, entry %q: %v, want %v", tc.configured, tc.entry, got, tc.want)
		}
	}
}

func TestG11_EmptyCodeIsNeverMatched(t *testing.T) {
	t.Parallel()
	for _, code := range []gate.Code{{}, gate.NewCode(""), gate.NewCode(" \t\n")} {
		for _, entry := range []string{"", " ", "\n", "\x00", "undefined", "null"} {
			if code.Matches(entry) {
				t.Errorf("entry %q opened a gate without a code", entry)
			}
		}
	}
}

// Only the fastest of many interleaved runs are compared, so that a busy machine does
// not matter; a byte-by-byte or length-first comparison would still show.
func TestG19_S12_TimeTellsNothingAboutTheCode(t *testing.T) {
	t.Parallel()
	const secret = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOP" // one block of the hash
	code := gate.NewCode(secret)
	entries := map[string]string{
		"nothing right":   strings.Repeat("#", len(secret)),
		"half right":      secret[:26] + strings.Repeat("#", 26),
		"all but one":     secret[:len(secret)-1] + "#",
		"shorter, right":  secret[:12],
		"shorter, wrong":  strings.Repeat("#", 12),
		"one byte longer": secret + "#",
	}
	const tolerance = 1.3
	var fastest map[string]time.Duration
	for range 5 {
		fastest = measure(code, entries)
		if spread(fastest) < tolerance {
			return
		}
	}
	t.Errorf("times differ by a factor of %.2f: %v", spread(fastest), fastest)
}

func measure(code gate.Code, entries map[string]string) map[string]time.Duration {
	fastest := make(map[string]time.Duration)
	for range 200 {
		for name, entry := range entries {
			begin := time.Now()
			for range 50 {
				code.Matches(entry)
			}
			took := time.Since(begin)
			if best, ok := fastest[name]; !ok || took < best {
				fastest[name] = took
			}
		}
	}
	return fastest
}

func spread(fastest map[string]time.Duration) float64 {
	var all []time.Duration
	for _, d := range fastest {
		all = append(all, d)
	}
	return float64(slices.Max(all)) / float64(slices.Min(all))
}
