package mail

import (
	"html/template"
	"net/url"
	"strconv"
	"strings"

	"kontor/internal/i18n"
	"kontor/internal/shop"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
)

// page is the data of a message's templates. All texts by customers have passed through
// plain.
type page struct {
	*i18n.Translator
	Seller  shop.Seller
	Subject string // for HTML, set once it is known
	Name    string // of whom it greets; may be empty
	Links   []linkView
	Order   *orderView
	// OrderPage is the URL of the page about the order; empty: the message is not to its
	// customer.
	OrderPage string
	Bank      *bankView // nil: no transfer due, or no account to pay to
	Note      *noteView
	Report    *reportView

	Attached []message.AttachedFile

	Withdrawal *withdrawalView
	Payment    *paymentView
	Parcel     *parcelView
}

// orderView is an order as messages show it.
type orderView struct {
	Number, Moment, Day  string
	Name, Email          string
	MailTo               template.URL // empty: the address cannot be mailed
	Lines                int64        // number of items
	Address              []string     // name, street, town; the country is separate
	Country              string       // key of its name
	Billing              []string     // lines of the address for invoices; none: the same
	BillingCountry       string       // key of its name
	VATID, Phone         string
	Message              []string // by line
	Items                []itemView
	Sums                 []sumView
	Coupon               string
	Total                string
	Payment              string // one of the payments below, chooses the text
	Method               string // as sent
	Paid                 bool
	Hints                []string
	Loyalty, Subscriber  bool
	AdministrationTarget string
	Delivery             string // when it arrives, as promised; empty: nothing was said
	ImportText           string // key of the text on what the customer, who reads this, pays on import; empty: nothing
}

// Values of orderView.Payment.
const (
	payTransfer = "transfer" // account details follow
	payLater    = "later"    // by transfer, but the shop has not named an account
	payPayPal   = "paypal"
	payNothing  = "nothing"
	payOpen     = "open" // by a method unknown to the shop
)

type itemView struct {
	Name     string
	Quantity string
	Each     string // price of one; empty for a single or free one
	Sum      string // empty: free
}

// sumView is one line of the sum; the key names its label.
type sumView struct{ Key, Amount string }

// linkView is a link to a page; the key is that of its label.
type linkView struct{ Key, URL string }

type bankView struct {
	Holder, IBAN, BIC, Amount, Reference string
	Code                                 template.URL // URL of the GiroCode; empty: none
}

// withdrawalView is a withdrawal as its receipt repeats it.
type withdrawalView struct {
	Moment, Name, Contract, Email string
	Reason                        []string // by line
}

func newWithdrawalView(t *i18n.Translator, w *message.Withdrawn) *withdrawalView {
	v := &withdrawalView{
		Moment: t.Moment(w.At.In(shop.Berlin)), Name: plain(w.Name), Contract: plain(w.Contract), Email: plain(w.Email),
	}
	if w.Reason != "" {
		v.Reason = newNoteView(&message.OperatorNote{Text: w.Reason}).Lines
	}
	return v
}

// paymentView is a payment as messages to its buyer name it.
type paymentView struct {
	Number, Day string
	Amount      string // empty: in another currency than the shop's
	Shop        string // URL at which to order again
}

func (m *Mailer) paymentView(t *i18n.Translator, mail *message.Message) *paymentView {
	p := mail.Payment
	v := &paymentView{Number: p.Number, Day: t.Day(p.At.In(shop.Berlin)), Shop: m.options.pages(mail.Language) + "/"}
	if p.Amount != 0 {
		v.Amount = t.Amount(int64(p.Amount))
	}
	return v
}

// reportView is the operator's daily report. Nothing in it comes from strangers.
type reportView struct {
	*message.Report
	Office string // URL of the administration
}

type noteView struct {
	Subject string
	Lines   []string
}

// links lists the shop's legal pages in a language. Rules: L5, L6, L10.
func (o *Options) links(language shop.Language) []linkView {
	if !o.LegalLinks {
		return nil
	}
	base := o.pages(language)
	return []linkView{
		{"legal.imprint", base + "/recht/impressum/"}, {"legal.terms", base + "/recht/agb/"},
		{"legal.withdrawal", base + "/recht/widerrufsrecht/"}, {"legal.privacy", base + "/recht/datenschutz/"},
		{"shop.withdrawal.link", base + "/widerruf/"},
	}
}

// pages returns the URL below which the shop's pages in a language are.
func (o *Options) pages(language shop.Language) string {
	if language == "" || language == shop.Languages[0] {
		return o.BaseURL
	}
	return o.BaseURL + "/" + string(language)
}

func (m *Mailer) orderView(t *i18n.Translator, o *order.Order) *orderView {
	created := o.CreatedAt.In(shop.Berlin)
	v := &orderView{
		Number: o.Number, Moment: t.Moment(created), Day: t.Day(created),
		Name: plain(o.Customer.Name), Email: plain(o.Customer.Email), Lines: int64(len(o.Items)),
		Country: "country." + string(o.Country),
		Coupon:  plain(o.CouponCode),
		Sums:    sums(t, o),
		Total:   t.Amount(int64(o.TotalCents())),
		Payment: m.payment(o), Method: plain(o.PaymentMethod), Paid: o.Status == order.StatusPaid,
		Loyalty: o.LoyaltyBonus, Subscriber: o.SubscriptionRebate,
		AdministrationTarget: m.options.BaseURL + "/verwaltung/?o=" + strconv.FormatInt(o.ID, 10),
	}
	if address, err := recipient(o.Customer.Email); err == nil {
		v.Email = o.Customer.Email
		v.MailTo = mailTo(address, o.Number)
	}
	for _, line := range []string{o.Company, o.Customer.Name, o.Customer.Street, o.Customer.Postcode + " " + o.Customer.City} {
		if line = plain(line); line != "" {
			v.Address = append(v.Address, line)
		}
	}
	v.addParticulars(o)
	for _, item := range o.Items {
		v.Items = append(v.Items, newItemView(t, item))
	}
	for _, hint := range o.Hints {
		v.Hints = append(v.Hints, plain(hint.Text))
	}
	return v
}

func newItemView(t *i18n.Translator, item order.Item) itemView {
	v := itemView{Name: plain(item.Name), Quantity: t.Number(item.Quantity)}
	if item.Free {
		return v
	}
	line := order.Order{Items: []order.Item{item}}
	v.Sum = t.Amount(int64(line.GoodsValue()))
	if item.Quantity != 1 {
		v.Each = t.Amount(int64(shop.CentsOf(item.Price)))
	}
	return v
}

// sums lists the parts of an order's total. A subtotal that was not sent is calculated
// from the items.
func sums(t *i18n.Translator, o *order.Order) []sumView {
	subtotal := shop.CentsOf(o.Subtotal)
	if subtotal == 0 {
		subtotal = o.GoodsValue()
	}
	all := []sumView{{"order.subtotal", t.Amount(int64(subtotal))}}
	if discount := shop.CentsOf(o.Discount); discount != 0 {
		key := "order.discount"
		if o.CouponCode != "" {
			key = "order.discountCoupon"
		}
		all = append(all, sumView{key, t.Amount(-int64(discount))})
	}
	return append(all, sumView{"order.shipping", t.Amount(int64(shop.CentsOf(o.Shipping)))})
}

func (m *Mailer) payment(o *order.Order) string {
	switch {
	case o.TotalCents() == 0:
		return payNothing
	case o.PaymentMethod == order.MethodPayPal:
		return payPayPal
	case o.PaymentMethod != order.MethodTransfer:
		return payOpen
	case m.options.Seller.Bank.IBAN == "":
		return payLater
	}
	return payTransfer
}

func (m *Mailer) bankView(t *i18n.Translator, o *order.Order) *bankView {
	b := m.options.Seller.Bank
	return &bankView{
		Holder: b.Holder, IBAN: b.GroupedIBAN(), BIC: b.BIC,
		Amount: t.Amount(int64(o.TotalCents())), Reference: o.Number,
	}
}

// mailTo returns a mailto link to the customer.
func mailTo(address, number string) template.URL {
	return template.URL("mailto:" + url.PathEscape(address) + "?subject=" + url.PathEscape("Bestellung "+number))
}

func newNoteView(n *message.OperatorNote) *noteView {
	lines := strings.Split(strings.TrimSpace(n.Text), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(strings.Map(visible, line), " ")
	}
	return &noteView{Subject: n.Subject, Lines: lines}
}
