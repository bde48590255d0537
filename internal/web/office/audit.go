package office

import (
	"net/http"
	"slices"

	"kontor/internal/shop/audit"
	"kontor/internal/web/door"
	"kontor/internal/web/kit"
)

// entryJSON is a row of the audit log on the wire.
type entryJSON struct {
	Nr          int64   `json:"nr"`
	Zeit        string  `json:"zeit"`
	Wer         string  `json:"wer"`
	Sitzung     *string `json:"sitzung"` // null: not in the administration
	Aktion      string  `json:"aktion"`
	Bezeichnung string  `json:"bezeichnung"` // aktion for people
	Gegenstand  *string `json:"gegenstand"`
	Von         *string `json:"von"`
	Nach        *string `json:"nach"`
	RequestID   *string `json:"request_id"`
	Hash        string  `json:"hash"`
}

type entriesAnswer struct {
	OK        bool         `json:"ok"`
	Eintraege []entryJSON  `json:"eintraege"`
	Weiter    *string      `json:"weiter"` // cursor of the next page; null on the last
	Aktionen  []actionJSON `json:"aktionen"`
}

// actionJSON is a kind of entry, as the filter offers it.
type actionJSON struct {
	Aktion      string `json:"aktion"`
	Bezeichnung string `json:"bezeichnung"`
}

func newEntryJSON(r *audit.Row) entryJSON {
	return entryJSON{
		Nr: r.Nr, Zeit: r.At, Wer: r.Who, Sitzung: kit.NullIfZero(r.Session), Aktion: string(r.Action), Bezeichnung: r.Action.Label(),
		Gegenstand: kit.NullIfZero(r.Subject), Von: kit.NullIfZero(r.From), Nach: kit.NullIfZero(r.To), RequestID: kit.NullIfZero(r.Request), Hash: r.Hash,
	}
}

func newActionJSON(a *audit.Action) actionJSON { return actionJSON{string(*a), a.Label()} }

// listEntries answers GET /api/verwaltung/protokoll.
func (s *Office) listEntries(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	q := filterReader{kit.ReadQuery(r.URL.RawQuery)}
	f := audit.Filter{Action: q.action(), Subject: q.Text("gegenstand"), Limit: q.Limit(), Before: q.Cursor()}
	if q.Err != nil {
		return q.Err
	}
	page, err := s.shop.Audit.Entries(r.Context(), f)
	if err != nil {
		return err
	}
	answer := entriesAnswer{OK: true, Eintraege: kit.Mapped(page.Rows, newEntryJSON), Aktionen: kit.Mapped(audit.Actions(), newActionJSON)}
	answer.Weiter = kit.NextPage(w, r, page.Next)
	return kit.WriteJSON(w, http.StatusOK, answer)
}

func (q *filterReader) action() audit.Action {
	action := audit.Action(q.Text("aktion"))
	if action != "" && !slices.Contains(audit.Actions(), action) {
		q.Refuse("aktion")
	}
	return action
}
