// Package demo makes up what a shop shows to those who try it out: a catalogue,
// a few coupons, and the orders of a year. The persons are invented and their
// addresses end in the domains that are reserved for examples, so no mail can
// ever reach anybody.
package demo
