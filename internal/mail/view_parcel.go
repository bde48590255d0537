package mail

import (
	"kontor/internal/i18n"
	"kontor/internal/shop/message"
)

// parcelView is a parcel as the message about it shows it.
type parcelView struct {
	Day, Carrier, Number string
	Link                 string // to the carrier's page; empty: none
	Items                []itemView
	Partly               bool // more of the order follows
}

func newParcelView(t *i18n.Translator, d *message.Dispatched) *parcelView {
	v := &parcelView{Day: t.Day(d.Day.Start()), Carrier: d.Carrier, Number: plain(d.Number), Link: d.Link, Partly: d.Partly}
	for _, item := range d.Items {
		v.Items = append(v.Items, itemView{Name: plain(item.Name), Quantity: t.Number(item.Quantity)})
	}
	return v
}
