// Package order has the orders: their numbers, sums and states, hints about what is odd
// in them, their invoices, and what the operator does with them.
package order
