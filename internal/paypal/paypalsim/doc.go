// Package paypalsim is a PayPal to rehearse and to test against: a real HTTP
// server with orders, captures, refunds, remembered request ids, an approval page
// for a person who plays the buyer, and notifications with real signatures.
// Switches make it fail before and after it has done what it was asked.
//
// It keeps the books of what really moved, for tests to hold the shop's against.
package paypalsim
