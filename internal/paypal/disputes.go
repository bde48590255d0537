package paypal

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"kontor/internal/shop/payment"
)

const (
	disputesPath = "/v1/customer/disputes"

	// disputesPage is the largest page of disputes that PayPal gives.
	disputesPage = 50
	// disputesLife is how long PayPal lists a dispute after its last change.
	disputesLife = 180 * 24 * time.Hour
	// channelBank is the channel of a chargeback.
	channelBank = "EXTERNAL"
	// maxPages ends a list that has no end.
	maxPages = 200
)

var errEndless = errors.New("the list has no end")

type disputeJSON struct {
	ID           string `json:"dispute_id"`
	Transactions []struct {
		SellerID string `json:"seller_transaction_id"`
	} `json:"disputed_transactions"`
	Reason  string    `json:"reason"`
	Status  string    `json:"status"`
	Stage   string    `json:"dispute_life_cycle_stage"`
	Channel string    `json:"dispute_channel"`
	Amount  moneyJSON `json:"dispute_amount"`
	Outcome struct {
		Code     string    `json:"outcome_code"`
		Refunded moneyJSON `json:"amount_refunded"`
	} `json:"dispute_outcome"`
	Due     string `json:"seller_response_due_date"`
	Created string `json:"create_time"`
	Updated string `json:"update_time"`
}

// usable reports whether the dispute has everything needed to name it. Its amount may be
// missing or unreadable: it is shown, and compared with nothing.
func (d *disputeJSON) usable() bool { return payment.IsPayPalDisputeID(d.ID) && d.Status != "" }

func (d *disputeJSON) domain() payment.PayPalDispute {
	dispute := payment.PayPalDispute{
		ID: d.ID, Reason: d.Reason, Status: d.Status, Stage: d.Stage, Bank: d.Channel == channelBank,
		Amount: d.Amount.amount(), Outcome: d.Outcome.Code, OutcomeAmount: d.Outcome.Refunded.amount(),
		ResponseDue: readTime(d.Due), Created: readTime(d.Created), Updated: readTime(d.Updated),
	}
	for _, transaction := range d.Transactions {
		if payment.IsPayPalID(transaction.SellerID) {
			dispute.CaptureIDs = append(dispute.CaptureIDs, transaction.SellerID)
		}
	}
	return dispute
}

// Dispute reads a dispute.
func (c *Client) Dispute(ctx context.Context, id string) (payment.PayPalDispute, error) {
	if !payment.IsPayPalDisputeID(id) {
		return payment.PayPalDispute{}, errNoSuchID
	}
	answer, err := c.do(ctx, call{
		operation: "read dispute", subject: id, method: http.MethodGet, path: disputesPath + "/" + id, wait: usualWait,
	})
	if err != nil {
		return payment.PayPalDispute{}, err
	}
	var said disputeJSON
	if err := readJSON(answer, &said); err != nil {
		return payment.PayPalDispute{}, err
	}
	if said.ID != id || !said.usable() {
		return payment.PayPalDispute{}, answer.unknown(errUndecodable)
	}
	return said.domain(), nil
}

// Disputes reads the disputes that changed since a time, or in the last 180 days if that
// is later. It returns all or none of them.
func (c *Client) Disputes(ctx context.Context, since time.Time) ([]payment.PayPalDispute, error) {
	ids, err := c.disputeIDs(ctx, since)
	if err != nil {
		return nil, err
	}
	var all []payment.PayPalDispute
	for _, id := range ids {
		// The list omits what a dispute is about.
		dispute, err := c.Dispute(ctx, id)
		if refusal := (*payment.PayPalRefusal)(nil); errors.As(err, &refusal) {
			err = refusal.Unknown() // the list was not refused
		}
		if err != nil {
			return nil, err
		}
		all = append(all, dispute)
	}
	return all, nil
}

// disputeIDs reads the list, page by page.
func (c *Client) disputeIDs(ctx context.Context, since time.Time) ([]string, error) {
	query := url.Values{"page_size": {strconv.Itoa(disputesPage)}}
	if c.options.Now().Sub(since) < disputesLife { // otherwise PayPal's default, since it refuses earlier times
		query.Set("update_time_after", writeTime(since))
	}
	var ids []string
	known := make(map[string]bool)
	for range maxPages {
		answer, err := c.do(ctx, call{
			operation: "list disputes", method: http.MethodGet, path: disputesPath + "?" + query.Encode(), wait: usualWait,
		})
		if err != nil {
			return nil, err
		}
		var said struct {
			Items []disputeJSON `json:"items"`
			Links []linkJSON    `json:"links"`
		}
		if err := readJSON(answer, &said); err != nil {
			return nil, err
		}
		for _, item := range said.Items {
			if !item.usable() {
				return nil, answer.unknown(errUndecodable)
			}
			if !known[item.ID] { // a dispute that changes meanwhile may move to the next page
				known[item.ID] = true
				ids = append(ids, item.ID)
			}
		}
		if query, err = nextQuery(said.Links); err != nil {
			return nil, answer.unknown(err)
		} else if query == nil {
			return ids, nil
		}
	}
	return nil, &payment.PayPalUnknown{Cause: errEndless}
}

// nextQuery returns the query of the link to the next page; nil: this was the last. The
// rest of the link is not used: it could name another server.
func nextQuery(links []linkJSON) (url.Values, error) {
	for _, link := range links {
		if link.Rel != "next" {
			continue
		}
		next, err := url.Parse(link.Href)
		if err != nil || next.RawQuery == "" {
			return nil, errUndecodable
		}
		return next.Query(), nil
	}
	return nil, nil
}
