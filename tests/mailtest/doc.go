// Package mailtest has mail senders to test against: an SMTP server and an HTTP
// provider that speaks Resend's API. Both are real servers on this computer with
// switches for what can go wrong, and both remember what they took.
package mailtest
