// Package api describes the shop's HTTP interface. The files in openapi are written by
// hand, in English, and are its only description: [Document] is what the shop serves to
// programs, and [NewReference] turns the same document into the content of a page for
// people, with examples in three languages.
package api
