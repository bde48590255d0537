package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
)

// Limits for the storefront's pages: after how many milliseconds their largest part is
// painted, how far their parts may shift by themselves, as scored by browsers, and how many
// milliseconds a press or a keystroke may take to show.
const (
	paintLimit       = 1800
	shiftLimit       = 0.05
	interactionLimit = 100
)

// blankPage has the frame of the other pages and next to no content: the benchmark's
// shop has no legal texts.
const blankPage = "blank page of the same frame"

// pageWidths are the widths of a phone and of a desktop, in CSS pixels.
var pageWidths = []int64{360, 1280}

// pageFigures are a browser's figures for a page, by round: milliseconds, scores and
// bytes.
type pageFigures struct{ painted, shift, slowest, bytes series }

func (f *pageFigures) add(s *sight) {
	f.painted = append(f.painted, s.Painted)
	f.shift = append(f.shift, s.Shift)
	f.slowest = append(f.slowest, s.Slowest)
	f.bytes = append(f.bytes, s.bytes)
}

// pageResults are the figures by page and width.
type pageResults map[string]map[int64]*pageFigures

// measurePages lets a slow browser with an empty cache visit the storefront's pages in
// turn.
func measurePages(ctx context.Context, dir string, o *options, w io.Writer) (err error) {
	place := filepath.Join(dir, "pages")
	if err := os.Mkdir(place, 0o700); err != nil {
		return err
	}
	s, err := openShop(ctx, place, "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	browser, stop, err := startBrowser(ctx, place)
	if err != nil {
		return err
	}
	defer stop()
	pages, results := visitedPages(), make(pageResults)
	for range o.Rounds {
		for i := range pages {
			for _, width := range pageWidths {
				if err := results.measure(browser, s.base.String(), &pages[i], width, o.Slowdown); err != nil {
					return fmt.Errorf("%s, %d px: %w", pages[i].name, width, err)
				}
			}
		}
	}
	return results.write(w, pages, o)
}

func (results pageResults) measure(browser context.Context, base string, p *visitedPage, width int64, slowdown float64) error {
	seen, err := p.visit(browser, base, width, slowdown)
	if err != nil {
		return err
	}
	if results[p.name] == nil {
		results[p.name] = make(map[int64]*pageFigures)
	}
	if results[p.name][width] == nil {
		results[p.name][width] = &pageFigures{}
	}
	results[p.name][width].add(seen)
	return nil
}

func (results pageResults) write(w io.Writer, pages []visitedPage, o *options) error {
	t := table{
		title: fmt.Sprintf("Pages in Chromium, cold, processor ÷ %v, %.1f Mbit/s, %d rounds", o.Slowdown, megabits, o.Rounds),
		head: []string{"", "px", "LCP", "÷ blank", "layout shift", "slowest interaction", "÷ blank", "KB", "÷ blank",
			fmt.Sprintf("LCP < %d ms", paintLimit), fmt.Sprintf("shift < %v", shiftLimit), fmt.Sprintf("interaction < %d ms", interactionLimit)},
	}
	for _, p := range pages {
		for _, width := range pageWidths {
			f, blank := results[p.name][width], results[blankPage][width]
			shift, slowest := f.shift.median(), f.slowest.median()
			t.add(p.name, strconv.FormatInt(width, 10),
				millis(f.painted.median()), f.painted.over(blank.painted).spread(digits, " ×"), fmt.Sprintf("%.3f", shift),
				f.slowest.spread(whole, " ms"), f.slowest.over(blank.slowest).spread(digits, " ×"),
				digits(f.bytes.median()/1000), digits(f.bytes.over(blank.bytes).median())+" ×",
				reached(f.painted.median() < paintLimit), reached(shift < shiftLimit), reached(slowest < interactionLimit))
		}
	}
	return t.write(w)
}

func reached(is bool) string {
	if is {
		return "reached"
	}
	return "MISSED"
}
