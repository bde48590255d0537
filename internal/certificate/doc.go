// Package certificate keeps the certificate with which the shop answers over TLS: one
// from files that somebody else keeps current, or one that the shop obtains and renews
// by itself.
package certificate
