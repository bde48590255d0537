// Package stock keeps the remaining stock of products: orders take from it and give back,
// and the operator corrects it. A product that is not counted is sold without limit.
package stock
