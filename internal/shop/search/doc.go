// Package search finds products by the words that shoppers type. It keeps all words in
// memory and knows neither products nor databases: what it is given are texts, and what
// it returns are their numbers.
package search
