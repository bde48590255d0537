package main

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"
)

func seconds(d time.Duration) string { return fmt.Sprintf("%.1f s", d.Seconds()) }

// tableHead names the columns of the rounds.
func tableHead(w io.Writer) {
	fmt.Fprintf(w, "%5s  %-22s %7s %12s %12s\n", "round", "killed with -9", "orders", "longest gap", "whole after")
}

func (o outcome) write(w io.Writer, number int) {
	fmt.Fprintf(w, "%5d  %-22s %7d %12s %12s\n", number, o.hit, o.taken, seconds(o.gap), seconds(o.mended))
}

// summary is the result of a run.
type summary struct {
	outcomes []outcome
	verdict  verdict
	doubt    doubt
}

func (s *summary) write(w io.Writer) {
	t := tabwriter.NewWriter(w, 0, 0, 3, ' ', 0)
	row := func(what string, format string, values ...any) {
		fmt.Fprintf(t, "%s\t%s\n", what, fmt.Sprintf(format, values...))
	}
	fmt.Fprintln(w)
	row("orders acknowledged", "%d", s.verdict.acknowledged)
	row("acknowledged and lost", "%d", s.verdict.lost)
	row("stored twice", "%d", s.verdict.doubled)
	row("numbers given twice", "%d", s.verdict.numbersTwice)
	row("numbers left out", "%d (allowed)", s.verdict.gaps)
	row("other faults in the books", "%d", len(s.verdict.faults))
	row("left in doubt by an answer", "%d: sent again, %d had been stored, %d were stored then, %d were refused, %d stayed open",
		s.doubt.all(), s.doubt.stored, s.doubt.storedThen, s.doubt.refused, s.doubt.open)
	if all := s.gaps("", afterCrash, afterLoss); len(all) > 0 {
		row("longest gap of all rounds", "%s", seconds(all[len(all)-1]))
	}
	for _, event := range []string{afterCrash, afterLoss} {
		if gaps := s.gaps(event); len(gaps) > 0 {
			row("outage after "+event, "p50 %s, max %s, in %d rounds",
				seconds(gaps[(len(gaps)-1)/2]), seconds(gaps[len(gaps)-1]), len(gaps))
		}
	}
	t.Flush()
}

// gaps returns the longest gaps of the rounds after these events, sorted.
func (s *summary) gaps(events ...string) (gaps []time.Duration) {
	for _, o := range s.outcomes {
		if slices.Contains(events, o.outage) {
			gaps = append(gaps, o.gap)
		}
	}
	slices.Sort(gaps)
	return gaps
}
