// Package tax decides which value added tax is in a sale, and how much of it. Where the
// shop has its seat, where the goods go and who buys them give the [Case]; the case, the
// class of a product and the day of the supply give the rate.
//
// Prices are gross and never change with the tax: a higher rate leaves the shop less.
// The tax of a document is that of the sums of its rates, never the sum of the tax of
// its lines, and what is taken back of a document later takes back exactly the cents of
// tax that it contained.
package tax
