// Package mailtest has mail senders to test against: an SMTP server and an HTTP
// provider with Resend's API. Both are real servers on this computer with configurable
// faults, and both remember what they accepted.
package mailtest
