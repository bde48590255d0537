// Package paypalsim is a simulated PayPal for rehearsals and tests: a real HTTP server
// with orders, captures, refunds, remembered request ids, an approval page for a person
// who plays the buyer, and notifications with real signatures. It can be made to fail
// before or after it has done what it was asked.
//
// It records how money really moved, so that tests can compare the shop's books.
package paypalsim
