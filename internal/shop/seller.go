package shop

// Seller is the shop as its customers see it: on pages, in messages and on invoices.
type Seller struct {
	Name    string
	Address string // postal, on one line; may be empty
	Email   string // for customers; may be empty
	TaxID   string // tax number issued by the tax office; may be empty
	VATID   string // number for value added tax; may be empty
	Bank    BankAccount
}
