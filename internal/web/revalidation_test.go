package web_test

import (
	"net/http"
	"testing"

	"kontor/tests/shoptest"
)

func TestBestsellersAreAnsweredWholeOrUnchanged(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.Public())
	whole := shop.Anonymous().Get("/api/bestseller").Want(http.StatusOK)
	for _, header := range []string{"Range: bytes=0-3", "Range: bytes=900-", `If-Match: "other"`, "If-Unmodified-Since: Mon, 02 Jan 2006 15:04:05 GMT"} {
		answer := shop.Anonymous().Do(http.MethodGet, "/api/bestseller", nil, header).Want(http.StatusOK)
		if answer.Text() != whole.Text() {
			t.Errorf("%s: body = %q, want %q", header, answer.Text(), whole.Text())
		}
	}
	shop.Anonymous().Do(http.MethodGet, "/api/bestseller", nil, "If-None-Match: "+whole.Header.Get("ETag")).Want(http.StatusNotModified)
}
