// Package dispatch has what the operator does with parcels: entering those that leave,
// informing their customers, and noting what became of them.
package dispatch
