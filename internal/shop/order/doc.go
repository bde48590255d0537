// Package order has the orders: their numbers, sums and states, hints about
// oddities in them, their invoices, and what the operator does with them.
package order
