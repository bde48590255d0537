// Package payment takes money through PayPal and ensures that captured money always
// becomes exactly one order or is refunded. Every step is recorded in a journal before
// and after each call to PayPal.
package payment
