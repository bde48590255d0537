// Package storefront serves customers: the shop's pages in four languages, the orders
// and payments that they send, and their accounts.
package storefront
