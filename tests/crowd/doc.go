// Package crowd simulates a crowd of customers for tests that kill, starve and stop the
// shop: they order, and remember the answers.
package crowd
