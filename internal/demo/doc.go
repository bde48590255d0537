// Package demo generates sample data for people who try out the shop: a catalogue, a
// few coupons, and a year's orders. All persons are fictional, and their addresses end
// in domains reserved for examples, so no mail can ever reach anybody.
package demo
