package storefront

import (
	"net/http"
	"strconv"

	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/stock"
)

// stocked shows a page that says what is left of products.
func (s *Storefront) stocked(show shopHandler) shopHandler {
	return func(w http.ResponseWriter, r *http.Request, p *shopPage) (err error) {
		if p.left, err = s.shop.Stock.Recent(r.Context()); err != nil {
			return err
		}
		return show(w, r, p)
	}
}

// stockOf returns what shoppers read about the stock of an offer; empty: nobody counts it,
// or its variants are to be seen one by one.
func (p *shopPage) stockOf(o *catalogue.Offer) (string, error) {
	left, counted := p.left.Left(o.Slug)
	switch {
	case o.SoldOut(p.left):
		return p.Text("goods.stock.out")
	case o.Group != nil || !counted:
		return "", nil
	case left > stock.Few:
		return p.Text("goods.stock.there")
	}
	return p.few(o.Product, left)
}

// orderable reports whether there is as much of a product as an order takes at least.
func (p *shopPage) orderable(product *catalogue.Product) bool {
	left, counted := p.left.Left(product.Slug)
	return !counted || left >= pieces(product)
}

// few says how many pieces are left of a product, or how much if it is cut.
func (p *shopPage) few(product *catalogue.Product, left int64) (string, error) {
	much := p.Number(left)
	if length := product.LengthOf(left); length != nil {
		much = strconv.FormatInt(*length, 10) + "\u00a0cm"
	}
	return p.Text("goods.stock.last", "N", much)
}

// stockNote warns who wants so many pieces that there are too few, or that they differ;
// empty: there is nothing to say.
func (p *shopPage) stockNote(product *catalogue.Product, pieces int64, all stock.Stock) (string, error) {
	left, counted := all.Left(product.Slug)
	switch {
	case counted && left == 0:
		return p.Text("goods.stock.out")
	case counted && left < pieces:
		return p.few(product, left)
	case all.Mixed(product.Slug, pieces):
		return p.Text("goods.stock.mixed")
	}
	return "", nil
}

// piecesLeft returns how many pieces of a product there are; nil: nobody counts them.
func piecesLeft(left stock.Stock, slug string) *int64 {
	pieces, counted := left.Left(slug)
	if !counted {
		return nil
	}
	return &pieces
}
