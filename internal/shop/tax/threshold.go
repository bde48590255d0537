package tax

import "kontor/internal/shop"

// Threshold is how much a seller may sell to consumers in other member states in a
// calendar year, without tax, before all such sales are taxed where the goods arrive: the
// sale that passes it, the rest of the year, and the year after.
//
// Source: § 3c Abs. 4 UStG, article 59c of Directive 2006/112/EC.
const Threshold shop.Cents = 10_000_00

// Warning is the sum at which the operator is warned: 80 % of the [Threshold].
const Warning = Threshold / 100 * 80

// Notice is what the operator was notified of in a year.
type Notice int

// The notices.
const (
	NoNotice Notice = 0
	Near     Notice = 80  // the [Warning] is reached
	Passed   Notice = 100 // the [Threshold] is passed
)

// Year is a calendar year of sales to consumers in other member states, by the days of
// supply. Amounts are without the tax of the seat.
type Year struct {
	Issued    shop.Cents // by all documents, less what others took back
	Elsewhere shop.Cents // through other channels, as the operator states it
	Latched   shop.Day   // when a document found the tax of the destination due, for the rest of the year; empty: none did
	Notified  Notice
}

// Sum returns what counts towards the [Threshold].
func (y Year) Sum() shop.Cents { return y.Issued + y.Elsewhere }

// Percent returns how much of the [Threshold] is reached, rounded down.
func (y Year) Percent() int64 { return int64(max(y.Sum(), 0) * 100 / Threshold) }

// Meter has the years by their number. One that is missing has no sales.
type Meter map[int]Year

// AtDestination reports whether sales of a year are taxed where the goods arrive.
func (m Meter) AtDestination(year int) bool {
	return m[year].Latched != "" || m.passed(year) || m.passed(year-1)
}

func (m Meter) passed(year int) bool { return m[year].Sum() > Threshold }

// Add counts a document, whose amount is negative if it takes something back, and
// reports whether sales of its year are taxed where the goods arrive, itself included.
// That holds until the end of the year, whatever is taken back later; so what the day of
// issue says of its own year is settled first.
func (m Meter) Add(supplied, issued shop.Day, net shop.Cents) bool {
	m.latch(issued.Year(), issued)
	m.latch(supplied.Year(), issued)
	year := m[supplied.Year()]
	year.Issued += net
	m[supplied.Year()] = year
	m.latch(supplied.Year(), issued)
	m.latch(issued.Year(), issued)
	return m.AtDestination(supplied.Year())
}

// latch keeps what a year says on a day. One that follows from the year before needs no
// notice.
func (m Meter) latch(number int, on shop.Day) {
	year := m[number]
	if year.Latched != "" || !m.AtDestination(number) {
		return
	}
	if m.passed(number - 1) {
		year.Notified = Passed
	}
	year.Latched = on
	m[number] = year
}

// Due returns the notice that the operator should have got about a year, but has not.
func (m Meter) Due(number int) Notice {
	year := m[number]
	switch {
	case m.passed(number - 1):
		return NoNotice
	case (m.passed(number) || year.Latched != "") && year.Notified < Passed:
		return Passed
	case year.Sum() >= Warning && year.Notified < Near:
		return Near
	}
	return NoNotice
}
