package main

import (
	"context"
	"fmt"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// visitedPage is a storefront page and what a visitor does on it.
type visitedPage struct {
	name, path string
	filled     bool // the basket holds something
	ready      string
	acts       []act
}

// act is a press of the mouse or of keys.
type act struct {
	on   string // CSS selector of the element to press or type into; empty: the focused element
	keys string // empty: a click
	then string // JavaScript condition for its effect; empty: none to wait for
}

// search works on every page.
var search = []act{{on: "#search"}, {keys: "w"}, {keys: "o"}}

const (
	drawerOpen = `document.querySelector("dialog[open] .line") !== null`
	empty      = `!document.querySelector("main [data-when-empty]").hidden`
	priced     = `document.querySelectorAll("main .line").length > 0 && document.querySelector("main [data-basket]").ariaBusy === null`
)

// visitedPages are the pages on the way to an order, the blank page first.
func visitedPages() []visitedPage {
	fill := func(field, text string) []act { return []act{{on: "#" + field}, {keys: text}, {keys: kb.Tab}} }
	checkout := append(fill("name", "Eri"), fill("plz", "10115")...)
	return []visitedPage{
		{name: blankPage, path: "/recht/agb/", acts: search},
		{name: "catalogue", path: "/", ready: `document.querySelector(".add").checkVisibility({visibilityProperty: true})`, acts: append(search[:3:3],
			act{on: ".card:first-child .add", then: drawerOpen}, act{keys: kb.Escape})},
		{name: "product", path: "/produkt/bastelkleber", ready: `document.querySelector(".buy").checkVisibility({visibilityProperty: true})`, acts: append(search[:3:3],
			act{on: ".buy [data-more]"}, act{on: ".buy .submit", then: drawerOpen}, act{keys: kb.Escape})},
		{name: "basket", path: "/warenkorb/", filled: true, ready: priced, acts: append(search[:3:3],
			act{on: ".line:nth-child(2) [data-more]", then: `document.querySelector("main .line:nth-child(2) [data-quantity]").value === "3" && ` + priced},
			act{on: ".line:first-child [data-remove]", then: `document.querySelectorAll("main .line").length === 1 && ` + priced})},
		{name: "checkout", path: "/kasse/", filled: true, ready: priced, acts: append(append(search[:3:3], checkout...),
			act{on: "[value=paypal]"}, act{on: "[value=ueberweisung]"},
			act{on: "[data-place]", then: `document.querySelectorAll("[data-errors] li").length > 0`})},
		{name: "basket, empty", path: "/warenkorb/", ready: empty, acts: search},
		{name: "checkout, empty", path: "/kasse/", ready: empty, acts: search},
	}
}

// visit visits a page with a browser that has never been there.
func (p *visitedPage) visit(browser context.Context, base string, width int64, slowdown float64) (*sight, error) {
	tab, closeTab := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	defer closeTab()
	received, err := prepare(tab, width, slowdown, p.filled)
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(tab, time.Minute)
	defer cancel()
	if err := chromedp.Do(limited, chromedp.Navigate(base+p.path)); err != nil {
		return nil, err
	}
	if p.ready != "" {
		if err := waitFor(limited, p.ready); err != nil {
			return nil, err
		}
	}
	if err := settled(limited); err != nil {
		return nil, err
	}
	bytes := received()
	for _, a := range p.acts {
		if err := a.perform(limited); err != nil {
			return nil, fmt.Errorf("%s %q: %w", a.on, a.keys, err)
		}
	}
	seen, err := chromedp.Run(limited, chromedp.Evaluate[sight](`figures`))
	seen.bytes = bytes
	return &seen, err
}

// perform acts, and waits until the browser has drawn the effect.
func (a *act) perform(ctx context.Context) error {
	var step chromedp.Action[chromedp.Void]
	if a.keys != "" {
		step = chromedp.KeyEvent(a.keys)
	} else {
		at, err := chromedp.Run(ctx, chromedp.Evaluate[[]float64](fmt.Sprintf(middle, a.on)))
		if err != nil {
			return err
		}
		step = chromedp.MouseClickXY(at[0], at[1])
	}
	if err := chromedp.Do(ctx, step); err != nil {
		return err
	}
	if a.then != "" {
		if err := waitFor(ctx, a.then); err != nil {
			return err
		}
	}
	return settled(ctx)
}

// middle scrolls to a visible element and returns its centre.
const middle = `(() => {
	const e = [...document.querySelectorAll(%q)].find((e) => e.checkVisibility());
	e.scrollIntoView({block: "center", behavior: "instant"});
	const b = e.getBoundingClientRect();
	return [b.x + b.width / 2, b.y + b.height / 2];
})()`
