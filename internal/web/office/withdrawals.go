package office

import (
	"net/http"

	"kontor/internal/shop/withdrawal"
	"kontor/internal/web/door"
	"kontor/internal/web/kit"
)

// withdrawalList is the body of GET /api/verwaltung/widerrufe.
type withdrawalList struct {
	OK          bool                    `json:"ok"`
	Withdrawals []withdrawal.Withdrawal `json:"widerrufe"` // never null
	Next        *string                 `json:"weiter"`    // cursor of the next page; null: this is the last
}

// listWithdrawals answers the withdrawals, newest first.
func (s *Office) listWithdrawals(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	q := kit.ReadQuery(r.URL.RawQuery)
	limit, before := q.Limit(), q.Cursor()
	if err := q.Err; err != nil {
		return err
	}
	found, err := s.shop.Withdrawals.Withdrawals(r.Context(), before, limit+1)
	if err != nil {
		return err
	}
	list := withdrawalList{OK: true, Withdrawals: append([]withdrawal.Withdrawal{}, found[:min(limit, len(found))]...)}
	if len(found) > limit {
		list.Next = kit.NextPage(w, r, found[limit-1].ID)
	}
	return kit.WriteJSON(w, http.StatusOK, list)
}
