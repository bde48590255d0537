package gate_test

import (
	"net/url"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kontor/internal/gate"
)

func TestCleanReturnKeepsOwnPages(t *testing.T) {
	t.Parallel()
	cases := map[string]string{
		"/":                          "/",
		"/verwaltung/":               "/verwaltung/",
		"/verwaltung/bestellung/42":  "/verwaltung/bestellung/42",
		"/en/produkte/?seite=2&q=a":  "/en/produkte/?seite=2&q=a",
		"/?q=https%3A%2F%2Fevil":     "/?q=https%3A%2F%2Fevil",
		"/produkte/Wolle%20gr%C3%BC": "/produkte/Wolle%20gr%C3%BC",
		"/kasse#zahlung":             "/kasse",
		"/zugangsdaten":              "/zugangsdaten",
		"/apis/":                     "/apis/",
		"/a:b/@c":                    "/a:b/@c",
	}
	for target, want := range cases {
		if got := gate.CleanReturn(target); got != want {
			t.Errorf("CleanReturn(%q) = %q, want %q", target, got, want)
		}
	}
}

// hostile are targets that once led to other hosts, or into headers, in some software.
var hostile = []string{
	"", " ", "evil", "?x", "#x", ".", "..", "*",
	"https://evil", "http://evil/", "HTTPS://evil", " https://evil", "https:evil", "http:/evil", "https:///evil",
	"//evil", "///evil", "////evil", "//evil/..", "/\\evil", "\\\\evil", "\\/evil", "/\\/evil", "//\\evil", "/a\\b",
	"/\t/evil", "\t//evil", "/\n/evil", "/\r/evil", "%09//evil", "/%09/evil", "/%0a/evil", "/%0d%0aSet-Cookie:x=1",
	"/\r\nSet-Cookie: x=1", "/x\r\n\r\n<script>", "/x\x00", "/%00", "/%7f", "/x y", "/\u00a0/evil", "/\u2028/evil",
	"javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\nscript:alert(1)", "data:text/html,x", "vbscript:x", "file:///etc/passwd",
	"/.//evil", "/..//evil", "/./evil", "/x/..//evil", "/x/../../evil", "/%2e//evil", "/%2e%2e//evil", "/.%2f/evil",
	"%2F%2Fevil", "/%2Fevil", "/%2f%2fevil", "/%5Cevil", "/%5c%5cevil", "%5C%5Cevil", "/%252Fevil", "/%255Cevil",
	"https%3A%2F%2Fevil", "/%", "/%zz", "/%2", "@evil", "//user@evil", "/／evil", "/＼evil", "／／evil", "\ufeff//evil",
	"//evil%00.shop", "//[::1]/", "/" + strings.Repeat("a", 3000),
}

func TestL10_G23_S23_HostileTargetsLandAtHome(t *testing.T) {
	t.Parallel()
	for _, target := range hostile {
		if got := gate.CleanReturn(target); got != "/" {
			t.Errorf("CleanReturn(%q) = %q, want /", target, got)
		}
	}
}

func TestL11_GatePagesAndRoutesAreNoTargets(t *testing.T) {
	t.Parallel()
	for _, target := range []string{
		"/zugang", "/zugang/", "/zugang/?weiter=/", "/zugang/verwaltung/", "/Zugang/", "/%7Augang/", "/zugang%2f",
		"/api", "/api/zugang/abmelden", "/api/konto/abmelden", "/api/konto/anmelden/google?weiter=/", "/API/konto", "/%61pi/konto",
	} {
		if got := gate.CleanReturn(target); got != "/" {
			t.Errorf("CleanReturn(%q) = %q, want /", target, got)
		}
	}
}

// checkOwn follows a target as lenient browsers do: they drop tabs and line breaks and
// read backslashes as slashes.
func checkOwn(t interface{ Fatalf(string, ...any) }, target string) {
	got := gate.CleanReturn(target)
	browser := strings.NewReplacer("\t", "", "\n", "", "\r", "", `\`, "/").Replace(got)
	home := &url.URL{Scheme: "https", Host: "shop.example", Path: "/zugang/"}
	landed, err := home.Parse(browser)
	if err != nil || landed.Scheme != "https" || landed.Host != "shop.example" || browser != got {
		t.Fatalf("CleanReturn(%q) = %q leads to %v (%v)", target, got, landed, err)
	}
	if !strings.HasPrefix(got, "/") || strings.HasPrefix(got, "//") {
		t.Fatalf("CleanReturn(%q) = %q is not a path of the shop", target, got)
	}
	if again := gate.CleanReturn(got); again != got {
		t.Fatalf("CleanReturn(%q) = %q, and that gives %q", target, got, again)
	}
}

func TestL10_EveryTargetStaysAtHome(t *testing.T) {
	t.Parallel()
	pieces := rapid.SampledFrom([]string{
		"/", "/", "\\", ".", "..", "%2f", "%5c", "%2e", "%09", "%0d%0a", "%25", "%", "\t", "\n", " ", "?", "#", ":", "@",
		"https:", "evil", "zugang", "api", "a", "ü", "%C3%BC", "%ff", ";", "&", "=",
	})
	rapid.Check(t, func(rt *rapid.T) {
		target := strings.Join(rapid.SliceOfN(pieces, 0, 12).Draw(rt, "pieces"), "")
		checkOwn(rt, target)
		checkOwn(rt, "/a/"+target)
		checkOwn(rt, rapid.String().Draw(rt, "text"))
	})
}

// FuzzCleanReturn searches for a target that leaves the shop.
func FuzzCleanReturn(f *testing.F) {
	for _, target := range hostile {
		f.Add(target)
	}
	f.Add("/verwaltung/?status=bezahlt")
	f.Fuzz(func(t *testing.T, target string) { checkOwn(t, target) })
}
