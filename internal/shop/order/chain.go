package order

import "fmt"

// ChainCheck verifies documents one after the other, in the order of their ids.
type ChainCheck struct {
	Documents int64
	Last      string   // number of the newest one
	Faults    []string // in German
	Skipped   []string // gaps that a restore has left, in German

	before Filed
	n      map[Series]int64 // the newest number of each series
}

// Add verifies the next document with its contents, which are no longer there if it was
// emptied at the end of its term.
func (c *ChainCheck) Add(f *Filed, content Content, emptied bool) error {
	if c.n == nil {
		c.n = make(map[Series]int64)
	}
	link, err := f.Link(c.before.Chain)
	if err != nil {
		return err
	}
	fault := func(format string, args ...any) {
		c.Faults = append(c.Faults, "Dokument "+f.Number+": "+fmt.Sprintf(format, args...))
	}
	if link != f.Chain {
		fault("die Kette ist gebrochen, dieses oder das Dokument davor wurde verändert oder entfernt")
	}
	if !emptied && SumsOf(content) != f.Sums {
		fault("der Inhalt ist nicht mehr der, der ausgestellt wurde")
	}
	c.checkNumber(f, fault)
	c.before, c.Documents, c.Last = *f, c.Documents+1, f.Number
	return nil
}

// checkNumber finds gaps. Those in ids and numbers alike are what a restore has skipped.
func (c *ChainCheck) checkNumber(f *Filed, fault func(string, ...any)) {
	step := f.ID - c.before.ID
	if step > 1 {
		c.Skipped = append(c.Skipped, fmt.Sprintf("vor %s hat eine Wiederherstellung %d übersprungen", f.Number, step-1))
	}
	if f.Adopted() {
		return
	}
	if want := c.n[f.Series] + step; f.N != want || f.Number != f.Series.Number(f.N) {
		fault("die Nummer folgt nicht auf die vorige, erwartet war %s", f.Series.Number(want))
	}
	c.n[f.Series] = f.N
}
