// Package payment takes money through PayPal, so that captured money always becomes
// exactly one order or goes back. Every step is written into a journal before and
// after PayPal is asked.
package payment
