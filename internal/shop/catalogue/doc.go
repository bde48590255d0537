// Package catalogue has the products that the shop sells, their pictures, and what
// customers and the operator do with them.
package catalogue
