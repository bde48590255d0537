// Package crowd is a crowd of customers for tests that kill, starve and stop
// the shop: they order, and remember what they were told.
package crowd
