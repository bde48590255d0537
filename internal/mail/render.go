package mail

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	texttemplate "text/template"
	"time"

	"kontor/internal/i18n"
	"kontor/internal/shop"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
)

//go:embed templates
var files embed.FS

// templates are the files of a kind of message.
type templates struct {
	text *texttemplate.Template // also defines "subject"
	html *template.Template
}

// kinds returns the templates of each kind of message. They are parsed for the first
// message, not for each command.
var kinds = sync.OnceValue(func() map[message.Kind]templates {
	return parseTemplates(message.KindOperatorOrder, message.KindConfirmation,
		message.KindPaid, message.KindDispatched, message.KindCancelled, message.KindWithdrawal, message.KindOperatorNote, message.KindReport,
		message.KindPaymentPending, message.KindPaymentDenied, message.KindPaymentReturned, message.KindRefund)
})

func parseTemplates(all ...message.Kind) map[message.Kind]templates {
	parsed := make(map[message.Kind]templates)
	functions := template.FuncMap{"styled": styled, "darkRules": func() template.CSS { return darkRules }}
	for _, kind := range all {
		parsed[kind] = templates{
			text: texttemplate.Must(texttemplate.ParseFS(files, "templates/*.txt", "templates/"+string(kind)+"/*.txt")),
			html: template.Must(template.New("").Funcs(functions).ParseFS(files, "templates/*.html", "templates/"+string(kind)+"/*.html")),
		}
	}
	return parsed
}

// Kinds returns the kinds of messages that can be rendered, in a fixed order.
func Kinds() []message.Kind { return slices.Sorted(maps.Keys(kinds())) }

// giroCID is the content id of the GiroCode's picture within a message.
const giroCID = "girocode.png"

// Render writes a message about an order, which is nil for a message about none.
func (m *Mailer) Render(mail *message.Message, order *order.Order) (message.MailContent, error) {
	files, known := kinds()[mail.Kind]
	if !known || !complete(mail, order) {
		return message.MailContent{}, fmt.Errorf("mail: a message of kind %q cannot be written of this", mail.Kind)
	}
	view := &page{Translator: m.translator(mail, order), Seller: m.options.Seller}
	if !mail.Kind.ToOperator() {
		view.Links = m.options.links(mail.Language)
	}
	var content message.MailContent
	if err := m.fill(view, mail, order); err != nil {
		return content, err
	}
	var err error
	if content.Attached, err = m.attached(view.Translator, mail); err != nil {
		return content, err
	}
	view.Attached = content.Attached
	if mail.Kind == message.KindConfirmation && view.Order.Payment == payTransfer {
		view.Bank = m.bankView(view.Translator, order)
		picture, err := giroCode(m.options.Seller.Bank, order.TotalCents(), order.Number)
		if err != nil {
			return content, err
		}
		if picture != nil {
			view.Bank.Code = "cid:" + giroCID
			content.Inline = []message.InlineFile{{CID: giroCID, Type: "image/png", Data: picture}}
		}
	}
	return content, files.write(view, &content)
}

// attached returns the files that a message has attached.
func (m *Mailer) attached(t *i18n.Translator, mail *message.Message) ([]message.AttachedFile, error) {
	switch {
	case mail.Kind == message.KindConfirmation:
		return m.legalTexts(t, mail.Language)
	case mail.Dispatched == nil || mail.Dispatched.Invoice == "":
		return nil, nil
	}
	name, err := t.Text("invoice.title", "Number", mail.Dispatched.Invoice)
	return []message.AttachedFile{{Name: name + ".pdf", Type: "application/pdf", Document: mail.Dispatched.Invoice}}, err
}

// complete reports whether there is all that a message of its kind is written of, and
// nothing else.
func complete(mail *message.Message, order *order.Order) bool {
	isNote, isReport := mail.Kind == message.KindOperatorNote, mail.Kind == message.KindReport
	isWithdrawal, isPayment := mail.Kind == message.KindWithdrawal, mail.Kind.AboutPayment()
	isDispatched := mail.Kind == message.KindDispatched
	if (mail.Note != nil) != isNote || (mail.Report != nil) != isReport ||
		(mail.Withdrawal != nil) != isWithdrawal || (mail.Payment != nil) != isPayment ||
		(mail.Dispatched != nil) != isDispatched {
		return false
	}
	return order != nil || isNote || isReport || isWithdrawal || isPayment && mail.Kind != message.KindRefund
}

// fill adds to a page what the message is about.
func (m *Mailer) fill(view *page, mail *message.Message, order *order.Order) (err error) {
	if order != nil {
		view.Order = m.orderView(view.Translator, order)
		view.Order.Delivery, err = deliveryTime(view.Translator, order)
		if !mail.Kind.ToOperator() {
			view.Order.ImportText = m.options.Tax.ImportText(order.Country)
		}
		view.Name, view.OrderPage = view.Order.Name, m.orderPage(mail, order)
	}
	if mail.Withdrawal != nil {
		view.Withdrawal = newWithdrawalView(view.Translator, mail.Withdrawal)
		view.Name = view.Withdrawal.Name
	}
	if mail.Payment != nil {
		view.Payment = m.paymentView(view.Translator, mail)
		view.Name = plain(mail.Payment.Name)
	}
	if mail.Dispatched != nil {
		view.Parcel = newParcelView(view.Translator, mail.Dispatched)
	}
	if mail.Note != nil {
		view.Note = newNoteView(mail.Note)
	}
	if mail.Report != nil {
		view.Report = &reportView{mail.Report, m.options.BaseURL + "/verwaltung/"}
	}
	return err
}

// orderPage returns the URL of an order's page for a message to its customer, and to
// nobody else: whoever has it sees the order.
func (m *Mailer) orderPage(mail *message.Message, order *order.Order) string {
	stranger := mail.To != "" && shop.NormalizeEmail(mail.To) != shop.NormalizeEmail(order.Customer.Email)
	if m.options.OrderPage == nil || mail.Kind.ToOperator() || stranger {
		return ""
	}
	return m.options.BaseURL + m.options.OrderPage(mail.Language, order.ID)
}

// translator returns the translator for the message's language, with the wording for
// the order's tax case.
func (m *Mailer) translator(message *message.Message, order *order.Order) *i18n.Translator {
	var to shop.Country
	at := time.Now()
	switch {
	case order != nil:
		to, at = order.Country, order.CreatedAt
	case message.Payment != nil:
		to = message.Payment.Country
	}
	return speaker(message, to).Taxed(m.options.Tax.Words(to, shop.DayOf(at)))
}

// speaker returns the translator for the message's language, as it is written in the
// country; the operator's messages are German.
func speaker(message *message.Message, country shop.Country) *i18n.Translator {
	switch {
	case message.Kind.ToOperator():
		return i18n.For("de")
	case message.Language == "de" && country == "ch":
		return i18n.For(i18n.Swiss)
	}
	return i18n.For(string(message.Language))
}

// write executes the templates.
func (t templates) write(view *page, content *message.MailContent) error {
	var subject, text, html bytes.Buffer
	if err := t.text.ExecuteTemplate(&subject, "subject", view); err != nil {
		return fmt.Errorf("mail: the subject: %w", err)
	}
	content.Subject = headerLine(subject.String())
	view.Subject = content.Subject
	if err := t.text.ExecuteTemplate(&text, "text", view); err != nil {
		return fmt.Errorf("mail: the text: %w", err)
	}
	content.Text = tidy(text.String())
	if err := t.html.ExecuteTemplate(&html, "html", view); err != nil {
		return fmt.Errorf("mail: the HTML: %w", err)
	}
	content.HTML = html.String()
	return nil
}

// headerLine makes a text fit for a header: one line in which nothing resembles an
// encoded word (RFC 2047).
func headerLine(text string) string {
	text = strings.Join(strings.Fields(strings.Map(visible, text)), " ")
	return strings.ReplaceAll(text, "=?", "= ?")
}

var emptyLines = regexp.MustCompile(`\n{3,}`)

// tidy closes the gaps that empty parts of a template leave.
func tidy(text string) string {
	return strings.TrimSpace(emptyLines.ReplaceAllString(text, "\n\n")) + "\n"
}
