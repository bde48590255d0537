package office

import (
	"net/http"

	"kontor/internal/shop"
	"kontor/internal/shop/audit"
	"kontor/internal/web/door"
	"kontor/internal/web/kit"
)

// sessionJSON is a session of the administration on the wire.
type sessionJSON struct {
	ID       string  `json:"id"`
	Name     *string `json:"name"` // as the operator said; null: not given
	Geraet   string  `json:"geraet"`
	Begonnen string  `json:"begonnen_at"`
	Zuletzt  string  `json:"zuletzt_at"`
	Bis      string  `json:"bis"` // when it ends by itself
	Eigene   bool    `json:"eigene"`
}

type sessionsAnswer struct {
	OK        bool          `json:"ok"`
	Sitzungen []sessionJSON `json:"sitzungen"`
}

type nameAnswer struct {
	OK   bool    `json:"ok"`
	Name *string `json:"name"`
}

type endedAnswer struct {
	OK      bool `json:"ok"`
	Beendet int  `json:"beendet"`
}

// listSessions answers GET /api/verwaltung/sitzungen: those that are not over, the latest
// first. The operator's own is used right now, whatever is stored.
func (s *Office) listSessions(w http.ResponseWriter, r *http.Request, by door.Operator) error {
	sessions, err := s.shop.Audit.Sessions(r.Context())
	if err != nil {
		return err
	}
	answer := sessionsAnswer{OK: true, Sitzungen: kit.Mapped(sessions, func(of *audit.Session) sessionJSON {
		own := of.ID == by.Session()
		if own {
			of.Used = by.Own().Used
		}
		return sessionJSON{
			of.ID, kit.NullIfZero(of.Name), of.Device, shop.FormatTime(of.Began), shop.FormatTime(of.Used), shop.FormatTime(of.Until), own,
		}
	})}
	return kit.WriteJSON(w, http.StatusOK, answer)
}

// nameSession answers POST /api/verwaltung/sitzungen/name.
func (s *Office) nameSession(w http.ResponseWriter, r *http.Request, by door.Operator) error {
	body, err := kit.ReadJSON(w, r)
	if err != nil {
		return err
	}
	var wanted string
	f := fields{body: body, refusal: audit.ErrName}
	f.text("name", &wanted)
	if err := f.finish(); err != nil {
		return err
	}
	name, err := s.shop.Audit.SetName(r.Context(), by.Own(), wanted)
	if err != nil {
		return err
	}
	return kit.WriteJSON(w, http.StatusOK, nameAnswer{true, kit.NullIfZero(name)})
}

// endSession answers POST /api/verwaltung/sitzungen/:id/beenden.
func (s *Office) endSession(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	if err := s.shop.Audit.End(r.Context(), kit.PathText(r, "id")); err != nil {
		return err
	}
	return kit.WriteDone(w)
}

// endOtherSessions answers POST /api/verwaltung/sitzungen/beenden.
func (s *Office) endOtherSessions(w http.ResponseWriter, r *http.Request, by door.Operator) error {
	ended, err := s.shop.Audit.EndOthers(r.Context(), by.Session())
	if err != nil {
		return err
	}
	return kit.WriteJSON(w, http.StatusOK, endedAnswer{true, ended})
}
