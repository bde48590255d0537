// Package api describes the shop's HTTP interface. The files in openapi are
// written by hand, in English, and are the only description there is: [Document]
// is what the shop serves to programs, [NewReference] turns the same document
// into what its page shows to people, with examples in three languages.
package api
