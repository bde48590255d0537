// Package mail writes the shop's e-mails and hands them to a sender: Resend, or an SMTP
// server. A circuit breaker keeps a sender that is down from delaying anybody.
//
// The templates folder has a text and an HTML file for each kind of message; the texts
// for customers come from the catalogue of package i18n.
package mail
