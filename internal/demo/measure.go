package demo

import "kontor/internal/shop/catalogue"

// byNumber is the content of goods sold by number.
var byNumber catalogue.Content

func grams(n int64) catalogue.Content { return catalogue.Content{Amount: n, Unit: catalogue.Grams} }
func millilitres(n int64) catalogue.Content {
	return catalogue.Content{Amount: n, Unit: catalogue.Millilitres}
}
func centimetres(n int64) catalogue.Content {
	return catalogue.Content{Amount: n, Unit: catalogue.Centimetres}
}
