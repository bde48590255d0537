package thirdparty

import (
	"path/filepath"
	"strconv"
	"testing"
)

// Authority is a running certification authority.
type Authority struct {
	Directory string // the URL with which clients begin
	Roots     string // path of the certificate by which to recognize that address
	Issuer    string // path of the certificate at the root of those that it issues
	Stop      func() // ends it before the test does
}

// StartPebble starts Pebble, which takes every name for one of this computer, and asks
// there at the given port in place of 80.
func StartPebble(t testing.TB, httpPort int) *Authority {
	t.Helper()
	dir := t.TempDir()
	a := &Authority{Roots: filepath.Join(dir, "https.pem"), Issuer: filepath.Join(dir, "issuer.pem")}
	a.Directory, a.Stop = run(t, "go", "-C", filepath.Join(root(t), "tests", "pebble"), "run", ".", "-dir", dir, "-http-port", strconv.Itoa(httpPort))
	return a
}
