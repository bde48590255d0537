package web

import (
	"net/http"
	"testing"
)

func TestAcceptsGzip(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]bool{
		"gzip": true, "gzip, deflate, br, zstd": true, "br;q=1, GZIP ; q=0.8": true, "gzip;q=0.001": true, "gzip;q=1.0": true,
		"": false, "br": false, "gzip;q=0": false, "br, gzip; q=0.000": false, "xgzip": false, "identity": false,
	} {
		if got := acceptsGzip(&http.Request{Header: http.Header{"Accept-Encoding": {header}}}); got != want {
			t.Errorf("%q: %v", header, got)
		}
	}
}
