package office

import (
	"context"
	"net/http"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/audit"
	"kontor/internal/web/door"
	"kontor/internal/web/kit"
)

// Doctor examines the shop.
type Doctor interface {
	// Examine returns the shop's condition, as it is or was a few seconds ago.
	Examine(context.Context) Condition
	// Alarming reports, without examining anything, whether the latest examination found
	// a failure.
	Alarming() bool
}

// Condition is what an examination found. Its texts are German.
type Condition struct {
	Findings []Finding
	Services []Service
	Copy     *Copy      // the newest; nil: there is none
	Audit    audit.Head // of the audit log
	Examined time.Time
}

// Copy is a copy of the shop.
type Copy struct {
	At        time.Time
	Path      string
	Bytes     int64
	Orders    int64
	Verified  bool
	Encrypted bool
}

// Finding is the outcome of one check.
type Finding struct {
	Check  string `json:"pruefung"`
	Level  string `json:"stufe"` // ok, warnung or fehler
	Text   string `json:"text"`
	Remedy string `json:"abhilfe"` // empty if nothing is wrong
}

// Service is a part of the shop that can be turned on.
type Service struct {
	Name string `json:"name"`
	On   bool   `json:"an"`
	Text string `json:"text"` // what that means, and how to turn it on
}

type conditionAnswer struct {
	OK        bool       `json:"ok"`
	Geprueft  string     `json:"geprueft_at"`
	Befunde   []Finding  `json:"befunde"`
	Dienste   []Service  `json:"dienste"`
	Sicherung *copyJSON  `json:"sicherung"` // null: there is none
	Protokoll audit.Head `json:"protokoll"` // number 0: the log has no entry
}

// copyJSON is a copy of the shop on the wire.
type copyJSON struct {
	Zeit           string `json:"zeit"`
	Datei          string `json:"datei"`
	Bytes          int64  `json:"bytes"`
	Bestellungen   int64  `json:"bestellungen"`
	Geprueft       bool   `json:"geprueft"`
	Verschluesselt bool   `json:"verschluesselt"`
}

func newCopyJSON(c *Copy) *copyJSON {
	if c == nil {
		return nil
	}
	return &copyJSON{shop.FormatTime(c.At), c.Path, c.Bytes, c.Orders, c.Verified, c.Encrypted}
}

// showCondition answers GET /api/verwaltung/zustand.
func (s *Office) showCondition(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	c := s.doctor.Examine(r.Context())
	return kit.WriteJSON(w, http.StatusOK, conditionAnswer{true, *kit.TimeOrNull(c.Examined), c.Findings, c.Services, newCopyJSON(c.Copy), c.Audit})
}
