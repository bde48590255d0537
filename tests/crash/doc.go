// Package crash kills, starves and stops the real program while customers
// order, and then reads the books: what was answered must be stored, once and
// whole, and what was not answered must be whole or absent.
//
// The program is built once for all tests and started as an operator starts it.
// Its disk fails on demand: see testdata/disk.go.
package crash
