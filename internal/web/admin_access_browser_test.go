package web_test

import (
	"context"
	"os"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// wantAccessible looks at the page as it is, light and dark, on a phone and a desk.
func (o office) wantAccessible(name string) {
	o.t.Helper()
	axe, err := os.ReadFile(axeScript)
	if err != nil {
		o.t.Fatalf("%v (./dev test installs it)", err)
	}
	for _, scheme := range []string{"light", "dark"} {
		media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}
		if _, err := chromedp.Call(o.ctx, emulation.SetEmulatedMedia, media); err != nil {
			o.t.Fatal(err)
		}
		for _, width := range []int64{360, 1280} {
			look := chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
				return checkPage(ctx, o.t, target, name+" "+scheme, string(axe))
			})
			o.do("look at "+name, chromedp.EmulateViewport(width, 900), chromedp.Steps(look))
		}
	}
}
