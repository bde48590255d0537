// Package report writes the operator's daily report: whether anything needs attention,
// the orders of the day before, and how copies and disks stand. It holds no customer's
// data.
package report
