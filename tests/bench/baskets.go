package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"kontor/internal/demo"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/order"
)

// seed makes every run use the same orders.
const seed = 1

// itemsInBasket is how many lines each measured order has.
const itemsInBasket = 3

// unnumbered is a placeholder in a basket's e-mail address that each order replaces by
// its own number, so that none counts as another's duplicate.
const unnumbered = "000000000"

// basket is an order in the forms that the contenders take.
type basket struct {
	order  *order.Order
	body   form // as POST /api/orders takes it
	beside form // as the other server takes it; empty: there is none
}

// form is the body of a request with placeholders for the order's number.
type form struct {
	text    []byte
	numbers []int // where they are
}

func newForm(text []byte) (f form) {
	f.text = text
	for i := range text {
		if bytes.HasPrefix(text[i:], []byte(unnumbered)) {
			f.numbers = append(f.numbers, i)
		}
	}
	return f
}

// appendTo appends the body with a number.
func (f *form) appendTo(buf []byte, number string) []byte {
	begin := len(buf)
	buf = append(buf, f.text...)
	for _, at := range f.numbers {
		copy(buf[begin+at:], number)
	}
	return buf
}

// baskets hands out orders, each with an e-mail address of its own. It is safe
// for concurrent use.
type baskets struct {
	all  []basket
	next atomic.Int64
}

// fillBaskets takes orders of three items, by bank transfer and without a coupon, from
// the demo. They match the demo's catalogue.
func fillBaskets() (*baskets, error) {
	b := &baskets{}
	for o := range demo.Orders(5000, time.Now(), seed) {
		if len(o.Items) != itemsInBasket || o.CouponCode != "" || o.PaymentMethod != order.MethodTransfer {
			continue
		}
		o.Customer.Email = strings.Replace(o.Customer.Email, "@", "-"+unnumbered+"@", 1)
		body, err := json.Marshal(newBody(o))
		if err != nil {
			return nil, err
		}
		b.all = append(b.all, basket{order: o, body: newForm(body)})
	}
	return b, nil
}

// take returns the next basket with the number for its e-mail address.
func (b *baskets) take() (*basket, string) {
	n := b.next.Add(1)
	return &b.all[n%int64(len(b.all))], fmt.Sprintf("%0*d", len(unnumbered), n)
}

// body appends the next order's body to buf.
func (b *baskets) body(buf []byte) []byte {
	next, number := b.take()
	return next.body.appendTo(buf, number)
}

// besideBody is body for the other server.
func (b *baskets) besideBody(buf []byte) []byte {
	next, number := b.take()
	return next.beside.appendTo(buf, number)
}

// order returns the next order.
func (b *baskets) order() *order.Order {
	next, number := b.take()
	o := *next.order
	o.Customer.Email = strings.Replace(o.Customer.Email, unnumbered, number, 1)
	o.CreatedAt = time.Now().UTC()
	o.UpdatedAt = o.CreatedAt
	return &o
}

// draft returns the next order as the web passes it on.
func (b *baskets) draft() *checkout.Draft {
	o := b.order()
	d := &checkout.Draft{
		Country: string(o.Country), Customer: o.Customer, Total: o.Total, Subtotal: o.Subtotal,
		Shipping: o.Shipping, Discount: o.Discount, PaymentMethod: o.PaymentMethod,
		LoyaltyBonus: o.LoyaltyBonus, SubscriptionRebate: o.SubscriptionRebate, Language: string(o.Language),
		Items: make([]checkout.DraftItem, 0, len(o.Items)),
	}
	for _, item := range o.Items {
		d.Items = append(d.Items, checkout.DraftItem{
			Slug: item.Slug, Name: item.Name, Category: item.Category,
			Quantity: float64(item.Quantity), Price: item.Price, Free: item.Free,
		})
	}
	return d
}
