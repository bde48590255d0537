package web

import (
	"net/http"
	"net/url"
	"strconv"

	"kontor/internal/shop"
	"kontor/internal/shop/withdrawal"
)

// withdrawalList is the body of GET /api/verwaltung/widerrufe.
type withdrawalList struct {
	OK          bool                    `json:"ok"`
	Withdrawals []withdrawal.Withdrawal `json:"widerrufe"` // never null
	Next        *string                 `json:"weiter"`    // cursor of the next page; null: this is the last
}

// listWithdrawals answers the withdrawals, newest first.
func (s *Server) listWithdrawals(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.requireAdmin(r); err != nil {
		return err
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return shop.ErrInvalidFilter
	}
	q := filterReader{query: query}
	limit, before := q.limit(), q.cursor()
	if err := q.err; err != nil {
		return err
	}
	found, err := s.shop.Withdrawals.Withdrawals(r.Context(), before, limit+1)
	if err != nil {
		return err
	}
	list := withdrawalList{OK: true, Withdrawals: append([]withdrawal.Withdrawal{}, found[:min(limit, len(found))]...)}
	if len(found) > limit {
		next := strconv.FormatInt(found[limit-1].ID, 10)
		list.Next = &next
	}
	return writeJSON(w, http.StatusOK, list)
}
