// Package invoice draws the invoice for an order as a PDF, in the customer's language.
// The same order always yields the same bytes.
//
// Prices contain value added tax, so an invoice states how much of its total is tax: at
// the rate of the country that the goods go to, and none for an export. A small
// business charges none at all, and its invoices say so.
package invoice
