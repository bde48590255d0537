package office

import (
	"context"
	"net/http"
	"time"

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
	Examined time.Time
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
	OK       bool      `json:"ok"`
	Geprueft string    `json:"geprueft_at"`
	Befunde  []Finding `json:"befunde"`
	Dienste  []Service `json:"dienste"`
}

// showCondition answers GET /api/verwaltung/zustand.
func (s *Office) showCondition(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	c := s.doctor.Examine(r.Context())
	return kit.WriteJSON(w, http.StatusOK, conditionAnswer{true, *kit.TimeOrNull(c.Examined), c.Findings, c.Services})
}
