// Package stock counts what is left of products: what orders take and give back, and
// what the operator counts. A product whose pieces nobody counts is sold without limit.
package stock
