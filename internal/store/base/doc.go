// Package base is what the store's rooms share: transactions, what these gather to be
// written at their end, and the conversion of values to columns.
package base
