// Package invoice writes the documents about an order: as a PDF in the customer's
// language, for programs as a Cross Industry Invoice (EN 16931), and as a snapshot of
// all that they say. They are drawn once, when they are issued, and kept; one from before
// that is drawn from its snapshot.
//
// Prices contain value added tax, so an invoice states how much of its total is tax, by
// rates; package tax decides which. A small business charges none at all, and its invoices
// say so.
package invoice
