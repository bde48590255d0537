package bankfile

import (
	"io"
	"strings"
	"unicode"

	"golang.org/x/text/encoding/htmlindex"

	"kontor/internal/shop"
	"kontor/internal/shop/bank"
)

// camtEntry is the common part of all versions of CAMT.052 and CAMT.053, as far as it
// matters here. The names are those of ISO 20022.
type camtEntry struct {
	Amount    camtAmount   `xml:"Amt"`
	Direction string       `xml:"CdtDbtInd"`
	Status    camtStatus   `xml:"Sts"`
	Booked    camtDate     `xml:"BookgDt"`
	Valued    camtDate     `xml:"ValDt"`
	Info      string       `xml:"AddtlNtryInf"`
	Payments  camtPayments `xml:"NtryDtls>TxDtls"`
}

type camtAmount struct {
	Currency string `xml:"Ccy,attr"`
	Value    string `xml:",chardata"`
}

// camtStatus is plain text in version 2 and a nested code in version 8.
type camtStatus struct {
	Text string `xml:",chardata"`
	Code string `xml:"Cd"`
}

type camtDate struct {
	Day     string `xml:"Dt"`
	Instant string `xml:"DtTm"`
}

// camtTxDtl is one payment of an entry; a collective entry has several.
type camtTxDtl struct {
	EndToEnd  string     `xml:"Refs>EndToEndId"`
	Amount    camtAmount `xml:"AmtDtls>TxAmt>Amt"`
	OwnAmount camtAmount `xml:"Amt"` // version 8
	Direction string     `xml:"CdtDbtInd"`
	Free      words      `xml:"RmtInf>Ustrd"`
	Creditor  words      `xml:"RmtInf>Strd>CdtrRefInf>Ref"`
	Documents words      `xml:"RmtInf>Strd>RfrdDocInf>Nb"`
	Messages  words      `xml:"RmtInf>Strd>AddtlRmtInf"` // of Swiss QR-bills
	Info      string     `xml:"AddtlTxInf"`
	Debtor    camtParty  `xml:"RltdPties>Dbtr"`
	DebtorID  string     `xml:"RltdPties>DbtrAcct>Id>IBAN"`
	Payee     camtParty  `xml:"RltdPties>Cdtr"`
	PayeeID   string     `xml:"RltdPties>CdtrAcct>Id>IBAN"`
}

// camtParty has its name one level deeper since version 8.
type camtParty struct {
	Name  string `xml:"Nm"`
	Inner string `xml:"Pty>Nm"`
}

func (p camtParty) name() string { return p.Name + p.Inner }

func otherCharset(label string, input io.Reader) (io.Reader, error) {
	encoding, err := htmlindex.Get(label)
	if err != nil {
		return nil, err
	}
	return encoding.NewDecoder().Reader(input), nil
}

func (n *camtEntry) booked() bool {
	return strings.TrimSpace(n.Status.Text+n.Status.Code) == "BOOK"
}

// entries returns one entry for each payment with a known amount; without amounts, a
// single entry stands for all of the payments.
func (n *camtEntry) entries() ([]bank.Entry, error) {
	day, ok := parseDay(firstOf(n.Booked.Day, n.Booked.Instant, n.Valued.Day, n.Valued.Instant))
	if !ok {
		return nil, errDay
	}
	if len(n.Payments) <= 1 || !allHaveAmounts(n.Payments) {
		e, err := n.whole(day)
		return []bank.Entry{e}, err
	}
	entries := make([]bank.Entry, len(n.Payments))
	for i := range n.Payments {
		p := &n.Payments[i]
		e, err := camtMoney(p.amount(), firstOf(p.Direction, n.Direction))
		if err != nil {
			return nil, err
		}
		e.Booked = day
		p.describe(&e)
		entries[i] = e
	}
	return entries, nil
}

func (n *camtEntry) whole(day shop.Day) (bank.Entry, error) {
	e, err := camtMoney(n.Amount, n.Direction)
	e.Booked = day
	for i := range n.Payments {
		n.Payments[i].describe(&e)
	}
	if !strings.ContainsFunc(e.Purpose, unicode.IsDigit) {
		e.Purpose = joined(e.Purpose, n.Info) // some banks put the purpose here
	}
	return e, err
}

func allHaveAmounts(payments []camtTxDtl) bool {
	for i := range payments {
		if payments[i].amount().Value == "" {
			return false
		}
	}
	return true
}

func (p *camtTxDtl) amount() camtAmount {
	if p.OwnAmount.Value != "" {
		return p.OwnAmount
	}
	return p.Amount
}

func camtMoney(a camtAmount, direction string) (e bank.Entry, err error) {
	amount, ok := parseXMLAmount(a.Value)
	switch {
	case !ok:
		return e, errAmount
	case direction == "DBIT":
		amount = -amount
	case direction != "CRDT":
		return e, errDirection
	}
	return bank.Entry{Amount: amount, Currency: a.Currency}, nil
}

// describe adds the details of the payment to e.
func (p *camtTxDtl) describe(e *bank.Entry) {
	other, account := p.Debtor, p.DebtorID
	if e.Amount < 0 {
		other, account = p.Payee, p.PayeeID
	}
	if e.Name == "" {
		e.Name, e.IBAN = other.name(), account
	}
	purpose := joined(joined(joined(string(p.Free), string(p.Creditor)), string(p.Documents)), string(p.Messages))
	if purpose == "" && e.Purpose == "" {
		purpose = p.Info
	}
	e.Purpose = joined(e.Purpose, purpose)
	if p.EndToEnd != "NOTPROVIDED" {
		e.Purpose = joined(e.Purpose, p.EndToEnd)
	}
}

// firstOf returns the first non-empty text.
func firstOf(texts ...string) string {
	for _, text := range texts {
		if text = strings.TrimSpace(text); text != "" {
			return text
		}
	}
	return ""
}
