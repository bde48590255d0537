package storefront

import (
	"errors"
	"math"
	"net/http"
	"strings"

	"kontor/internal/jsvalue"
	"kontor/internal/picture"
	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/order"
	"kontor/internal/web/kit"
)

// basketAnswer is the body of POST /api/warenkorb: the price of a basket, in euro and
// in the form that the page shows.
type basketAnswer struct {
	OK           bool                  `json:"ok"`
	Items        []basketItem          `json:"artikel"` // never null
	Subtotal     float64               `json:"zwischensumme"`
	Shipping     float64               `json:"versandkosten"`
	Discount     float64               `json:"rabattGesamt"`
	Total        float64               `json:"summe"`
	Loyalty      bool                  `json:"treuebonusVerwendet"`
	Subscription bool                  `json:"aboRabattVerwendet"`
	Coupon       string                `json:"gutscheinCode"`   // in use; empty: none
	CouponCode   string                `json:"gutscheinFehler"` // machine-readable reason why it is not used; empty: nothing is wrong
	Gone         []string              `json:"entfallen"`       // slugs that are not for sale; never null
	Missing      float64               `json:"bisVersandfrei"`  // goods missing for free delivery; 0: it is free, or never will be
	Progress     int64                 `json:"fortschritt"`     // towards free delivery, in percent; 0 if it never is
	Delivery     *kit.DeliveryTimeJSON `json:"lieferzeit"`      // of all items; null: the shop does not say
	Text         basketText            `json:"anzeige"`
}

// basketItem is one line, with the field names of an order.
type basketItem struct {
	Slug     string                `json:"slug"`
	Name     string                `json:"name"`
	Category string                `json:"kategorie"`
	Quantity int64                 `json:"menge"`
	Price    float64               `json:"preis"`
	Free     bool                  `json:"gratis"`
	Picture  string                `json:"bild"`
	Left     *int64                `json:"verfuegbar"`      // pieces of the product; null: nobody counts them
	Mixed    bool                  `json:"partie_gemischt"` // so many come from several dye lots
	Length   *int64                `json:"laenge_cm"`       // in one piece; null: it is no cut goods
	Delivery *kit.DeliveryTimeJSON `json:"lieferzeit"`      // of the product alone; null: the shop does not say
	Text     itemText              `json:"anzeige"`
}

type itemText struct {
	Each string `json:"einzeln"` // price of one, with its unit price
	Sum  string `json:"summe"`
	Note string `json:"hinweis"` // that there are too few, or that they differ; empty: neither
}

type basketText struct {
	Sums     []sumText `json:"summen"` // the lines of the sum except for the total
	Total    string    `json:"summe"`
	Tax      string    `json:"steuer"`         // the note on tax and shipping beside the total
	Hint     string    `json:"hinweis"`        // on the tax on imports; empty: there is none
	Until    string    `json:"bisVersandfrei"` // empty: delivery is never free
	Delivery string    `json:"lieferzeit"`     // of all items; empty: the shop does not say
}

type sumText struct {
	Name   string `json:"name"`
	Amount string `json:"betrag"`
}

// priceBasket returns the price of a basket. It changes nothing.
func (s *Storefront) priceBasket(w http.ResponseWriter, r *http.Request) error {
	value, err := kit.ReadJSON(w, r)
	if err != nil {
		return err
	}
	basket, err := readBasket(value)
	if err != nil {
		return err
	}
	quoted, err := s.quote(r, basket, value.Get("gutscheinCode").Text())
	if err != nil {
		return err
	}
	answer, err := s.basketAnswer(basket, &quoted)
	if err != nil {
		return err
	}
	s.ForEverybody(r)
	return kit.WriteJSON(w, http.StatusOK, answer)
}

// quote prices a basket, and counts an invalid code as a guess.
func (s *Storefront) quote(r *http.Request, basket checkout.Basket, code string) (quoted checkout.Quoted, err error) {
	refused := s.nameCouponAgain(r, code, func() error {
		if quoted, err = s.shop.Checkout.Quote(r.Context(), basket, code); err != nil {
			return err
		}
		return quoted.CouponRefusal
	})
	if err == nil && refused != quoted.CouponRefusal {
		err = refused // nothing was priced
	}
	return quoted, err
}

func readBasket(value jsvalue.Value) (checkout.Basket, error) {
	basket := checkout.Basket{
		Country:  shop.Country(value.Get("land").Text()),
		Language: shop.LanguageOf(value.Get("sprache").Text()),
	}
	if !basket.Country.Valid() {
		return basket, shop.ErrInvalidCountry
	}
	for line := range value.Get("artikel").Elements() {
		slug, quantity := line.Get("slug").Text(), line.Get("menge").Float()
		switch {
		case len(basket.Lines)+1 >= checkout.MaxItems: // leave room for a gift
			return basket, checkout.ErrTooManyItems
		case slug == "" || len(slug) > shop.MaxText:
			return basket, checkout.ErrInvalidItem
		case !(quantity >= 1 && quantity <= checkout.MaxQuantity) || quantity != math.Trunc(quantity):
			return basket, checkout.ErrInvalidQuantity
		}
		basket.Lines = append(basket.Lines, checkout.BasketLine{Slug: slug, Quantity: int64(quantity)})
	}
	return basket, nil
}

func (s *Storefront) basketAnswer(basket checkout.Basket, q *checkout.Quoted) (basketAnswer, error) {
	answer := basketAnswer{OK: true, Items: []basketItem{}, Gone: append([]string{}, q.Gone...), Text: basketText{Sums: []sumText{}}}
	page := &shopPage{Translator: s.translator(basket.Language, basket.Country), Language: basket.Language, Tax: &s.Tax}
	if q.Quote == nil {
		answer.Text.Total = page.Amount(0)
		return answer, nil
	}
	answer.Subtotal, answer.Shipping, answer.Discount, answer.Total = q.Goods.Euro(), q.Shipping.Euro(), q.Discount().Euro(), q.Total.Euro()
	answer.Loyalty, answer.Subscription, answer.Coupon = q.LoyaltyBonus, q.SubscriptionRebate, q.Coupon
	var refusal *shop.Error
	if errors.As(q.CouponRefusal, &refusal) {
		answer.CouponCode = refusal.Code
	}
	pieces := make(map[string]int64)
	for _, item := range q.Items {
		pieces[item.Slug] += item.Quantity
	}
	for _, item := range q.Items {
		shown, err := page.basketItem(item, pieces[item.Slug], q)
		if err != nil {
			return answer, err
		}
		shown.Delivery = kit.NewDeliveryTimeJSON(s.shop.Checkout.Terms.Delivery.Of(basket.Country, []order.Item{item}, q.Catalogue))
		answer.Items = append(answer.Items, shown)
	}
	answer.Missing, answer.Delivery = q.ToFreeShipping.Euro(), kit.NewDeliveryTimeJSON(q.Delivery)
	if rate := s.shop.Checkout.Terms.Shipping[basket.Country]; rate.FreeFrom > 0 {
		answer.Progress = min(100, int64(q.Goods*100/rate.FreeFrom))
	}
	var err error
	answer.Text, err = page.basketText(basket.Country, q, answer.Progress)
	return answer, err
}

// basketItem returns a line of the basket, which has so many pieces of its product.
func (p *shopPage) basketItem(item order.Item, pieces int64, q *checkout.Quoted) (basketItem, error) {
	product := q.Catalogue[item.Slug]
	price, err := p.price(&product)
	note, wrong := p.stockNote(&product, pieces, q.Stock)
	each := price.Price
	if price.Unit != "" {
		each += " · " + price.Unit
	}
	length := product.LengthOf(item.Quantity)
	if length != nil && !item.Free {
		each = p.content(catalogue.Content{Amount: *length, Unit: catalogue.Centimetres}) + " · " + each
	}
	line := order.Order{Items: []order.Item{item}}
	return basketItem{
		Slug: item.Slug, Name: item.Name, Category: item.Category, Quantity: item.Quantity, Price: item.Price,
		Free: item.Free, Picture: pictureURL(&product, picture.Widths[0]),
		Left: piecesLeft(q.Stock, item.Slug), Mixed: q.Stock.Mixed(item.Slug, pieces), Length: length,
		Text: itemText{Each: each, Sum: p.Amount(int64(line.GoodsValue())), Note: note},
	}, errors.Join(err, wrong)
}

// basketText formats the sums of a quote.
func (p *shopPage) basketText(country shop.Country, q *checkout.Quoted, progress int64) (text basketText, err error) {
	say := func(key string, pairs ...any) string {
		said, wrong := p.Text(key, pairs...)
		err = errors.Join(err, wrong)
		return said
	}
	add := func(name string, amount shop.Cents) {
		text.Sums = append(text.Sums, sumText{name, p.Amount(int64(amount))})
	}
	add(say("order.subtotal"), q.Goods)
	if q.CouponDiscount != 0 {
		add(say("shop.basket.coupon", "Code", q.Coupon), -q.CouponDiscount)
	}
	if q.SubscriptionDiscount != 0 {
		add(say("shop.basket.subscription"), -q.SubscriptionDiscount)
	}
	if q.LoyaltyDiscount != 0 {
		add(say("shop.basket.loyalty"), -q.LoyaltyDiscount)
	}
	add(say("shop.basket.shippingTo", "Country", say("country."+string(country))), q.Shipping)
	text.Total, text.Tax = p.Amount(int64(q.Total)), say("order.totalTax")
	hint, wrong := p.ImportTax(country)
	text.Hint, err = hint, errors.Join(err, wrong)
	delivery, wrong := p.deliveryTo(country, q.Delivery)
	text.Delivery, err = delivery, errors.Join(err, wrong)
	switch {
	case q.ToFreeShipping > 0:
		text.Until = say("shop.basket.until", "Amount", p.Amount(int64(q.ToFreeShipping)))
	case progress > 0:
		text.Until = say("shop.basket.reached")
	}
	return text, err
}

// basketPage shows the basket, which the visitor's browser keeps.
func (s *Storefront) basketPage(w http.ResponseWriter, _ *http.Request, p *shopPage) (err error) {
	p.Private, p.Script = true, "basket-page.js"
	if p.Title, err = p.Text("shop.basket.title"); err != nil {
		return err
	}
	return pages.Show(w, http.StatusOK, "basket.html", p)
}

// BasketTexts are the texts of the basket that scripts fill in.
func (p *shopPage) BasketTexts() (map[string]string, error) {
	texts := map[string]string{"path": p.Path("/produkt/")}
	for key, names := range map[string][]string{
		"basket.added": {"Name"}, "basket.removed": {"Name"}, "basket.changed": {"Name", "N", "Total"},
		"basket.gone": {"Names"}, "basket.failed": nil, "basket.count": nil, "basket.quantityOf": {"Name"},
		"basket.lessOf": {"Name"}, "basket.moreOf": {"Name"}, "basket.removeNamed": {"Name"},
	} {
		text, err := p.Template("shop."+key, names...)
		if err != nil {
			return nil, err
		}
		texts[strings.TrimPrefix(key, "basket.")] = text
	}
	var err error
	texts["total"], err = p.Text("order.total")
	return texts, errors.Join(err, p.addTaxTexts(texts))
}

// addTaxTexts adds the notes on tax, by text and country, where they differ from those
// for an unknown destination.
func (p *shopPage) addTaxTexts(texts map[string]string) error {
	for _, country := range shop.Countries {
		words := p.Tax.Words(country, p.today)
		if p.Destination != "" || words == p.Tax.Words("", p.today) {
			continue
		}
		say := p.Taxed(words)
		for _, name := range []string{"taxes", "allPrices"} {
			text, err := say.Text("shop." + name)
			if err != nil {
				return err
			}
			texts[name+"."+string(country)] = text
		}
	}
	return nil
}
