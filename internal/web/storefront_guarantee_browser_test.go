//go:build !nobrowser

package web_test

import (
	"testing"
)

// L8, H43: the notice is drawn on the pages and by itself, and covers nothing else.
func TestL8_NoticeInABrowser(t *testing.T) {
	t.Parallel()
	shop, _ := noticeShop(t)
	visit(t, shop, func(g *guest) {
		const drawn = `[...document.querySelectorAll(".guarantee img")].filter(i => i.complete && i.naturalWidth > 0).length === 1`
		g.open("/produkt/merinowolle-petrol")
		ask[bool](g, `document.querySelector(".guarantee").scrollIntoView() === undefined`)
		g.until(drawn)
		g.check("product with the notice")
		g.click(".buy .submit")
		g.until(`document.querySelector("dialog[open] .line") !== null`)
		g.open("/kasse/")
		g.until(`document.querySelector("dd.total") !== null`)
		ask[bool](g, `document.querySelector(".guarantee").scrollIntoView() === undefined`)
		g.until(drawn)
		g.check("checkout with the notice")
		g.open("/hinweise/gewaehrleistung.de.svg")
		g.until(`getComputedStyle(document.querySelector("rect")).fill === "rgb(0, 51, 153)"`)
	})
}
