// Package invoice draws the invoice for an order as a PDF, in the customer's
// language. The same order gives the same bytes, whoever asks and whenever.
//
// Prices contain value added tax, so an invoice says how much of its total that
// is: at the rate of the country that the goods go to, and none for an export.
// A small business charges none at all, and its invoices say so.
package invoice
