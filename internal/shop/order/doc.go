// Package order has the orders: their numbers, sums and states, what is odd about
// them, their invoices, and what the operator does with them.
package order
