// Package crash kills, starves and stops the real program while customers order, and
// then audits the books: whatever was answered must be stored, once and complete, and
// whatever was not must be complete or absent.
//
// The program is built once for all tests and started as an operator starts it. Its
// disk fails on demand: see testdata/disk.go.
package crash
