package paypal

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"kontor/internal/shop/payment"
)

const (
	// transactionsRange is the longest range of time that PayPal searches at once.
	transactionsRange = 31 * 24 * time.Hour
	// transactionsPage is PayPal's usual page. With the largest, of 500, long notes
	// of buyers could make an answer longer than maxAnswer.
	transactionsPage = 100
)

type transactionJSON struct {
	Info struct {
		ID            string    `json:"transaction_id"`
		ReferenceID   string    `json:"paypal_reference_id"`
		ReferenceType string    `json:"paypal_reference_id_type"`
		EventCode     string    `json:"transaction_event_code"`
		Status        string    `json:"transaction_status"`
		Amount        moneyJSON `json:"transaction_amount"`
		InvoiceID     string    `json:"invoice_id"`
		CustomField   string    `json:"custom_field"`
		Initiated     string    `json:"transaction_initiation_date"`
		Updated       string    `json:"transaction_updated_date"`
	} `json:"transaction_info"`
}

// usable reports whether the transaction has everything needed to judge it. One whose
// amount is unreadable is left to the reader, since most are not about the shop.
func (t *transactionJSON) usable() bool { return t.Info.ID != "" && t.Info.EventCode != "" }

func (t *transactionJSON) domain() payment.PayPalTransaction {
	return payment.PayPalTransaction{
		ID: t.Info.ID, ReferenceID: t.Info.ReferenceID, ReferenceType: t.Info.ReferenceType,
		EventCode: t.Info.EventCode, Status: t.Info.Status, Amount: t.Info.Amount.amount(),
		InvoiceID: t.Info.InvoiceID, CustomField: t.Info.CustomField,
		Initiated: readTime(t.Info.Initiated), Updated: readTime(t.Info.Updated),
	}
}

// Transactions reads what moved on the merchant's account from one time until another,
// in as many searches as the range needs. It returns all or none of it.
func (c *Client) Transactions(ctx context.Context, from, to time.Time) ([]payment.PayPalTransaction, error) {
	var all []payment.PayPalTransaction
	known := make(map[payment.PayPalTransaction]bool)
	for begin := from; begin.Before(to); begin = begin.Add(transactionsRange) {
		end := begin.Add(transactionsRange)
		if end.After(to) {
			end = to
		}
		found, err := c.search(ctx, begin, end)
		if err != nil {
			return nil, err
		}
		for _, transaction := range found {
			if !known[transaction] { // at the border of two searches or pages
				known[transaction] = true
				all = append(all, transaction)
			}
		}
	}
	return all, nil
}

// search reads one range that is short enough for PayPal, page by page.
func (c *Client) search(ctx context.Context, from, to time.Time) ([]payment.PayPalTransaction, error) {
	query := url.Values{
		"start_date": {writeTime(from)}, "end_date": {writeTime(to)},
		"fields": {"transaction_info"}, "page_size": {strconv.Itoa(transactionsPage)},
	}
	var all []payment.PayPalTransaction
	for page := 1; page <= maxPages; page++ {
		query.Set("page", strconv.Itoa(page))
		answer, err := c.do(ctx, call{
			operation: "search transactions", subject: writeTime(from), method: http.MethodGet,
			path: "/v1/reporting/transactions?" + query.Encode(), wait: captureWait,
		})
		if err != nil {
			return nil, err
		}
		var said struct {
			Details []transactionJSON `json:"transaction_details"`
			Pages   *int              `json:"total_pages"`
		}
		if err := readJSON(answer, &said); err != nil {
			return nil, err
		}
		if said.Pages == nil || len(said.Details) == 0 && page <= *said.Pages {
			return nil, answer.unknown(errUndecodable)
		}
		for _, transaction := range said.Details {
			if !transaction.usable() {
				return nil, answer.unknown(errUndecodable)
			}
			all = append(all, transaction.domain())
		}
		if page >= *said.Pages {
			return all, nil
		}
	}
	return nil, &payment.PayPalUnknown{Cause: errEndless}
}
