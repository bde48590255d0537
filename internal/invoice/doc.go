// Package invoice writes the invoice for an order: as a PDF in the customer's language,
// and for programs as a Cross Industry Invoice (EN 16931). The same order always yields
// the same bytes.
//
// Prices contain value added tax, so an invoice states how much of its total is tax, by
// rates; package tax decides which. A small business charges none at all, and its invoices
// say so.
package invoice
