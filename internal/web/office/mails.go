package office

import (
	"net/http"

	"kontor/internal/shop"
	"kontor/internal/shop/message"
	"kontor/internal/web/door"
	"kontor/internal/web/kit"
)

// mailJSON is a message of the outbox on the wire, without its content.
type mailJSON struct {
	ID               int64   `json:"id"`
	Art              string  `json:"art"`
	Bezeichnung      string  `json:"bezeichnung"` // art for people
	OrderID          *int64  `json:"order_id"`
	Bestellnummer    *string `json:"bestellnummer"`
	Sprache          string  `json:"sprache"`
	An               *string `json:"an"` // null: the operator
	Zustand          string  `json:"zustand"`
	Versuche         int     `json:"versuche"`
	Grund            *string `json:"grund"` // why the last attempt failed
	CreatedAt        string  `json:"created_at"`
	UpdatedAt        string  `json:"updated_at"`
	NaechsterVersuch *string `json:"naechster_versuch"` // of an open one
	GesendetAt       *string `json:"gesendet_at"`
}

// mailDetailsJSON is one message with its content; null if it cannot be rendered.
type mailDetailsJSON struct {
	mailJSON
	Betreff *string `json:"betreff"`
	Text    *string `json:"text"`
	HTML    *string `json:"html"`
}

// mailsAnswer is a page of the outbox.
type mailsAnswer struct {
	OK     bool           `json:"ok"`
	Mails  []mailJSON     `json:"mails"`
	Weiter *string        `json:"weiter"` // cursor of the next page; null on the last
	Anzahl mailCountsJSON `json:"anzahl"` // of all messages, regardless of the filter
}

type mailCountsJSON struct {
	Alle              int64 `json:"alle"`
	Offen             int64 `json:"offen"`
	Gescheitert       int64 `json:"gescheitert"`
	Angehalten        int64 `json:"angehalten"`
	NichtEingerichtet int64 `json:"nichtEingerichtet"`
	Verworfen         int64 `json:"verworfen"`
	Gesendet          int64 `json:"gesendet"`
}

type mailAnswer struct {
	OK   bool            `json:"ok"`
	Mail mailDetailsJSON `json:"mail"`
}

func newMailJSON(m *message.Message) mailJSON {
	out := mailJSON{
		ID:            m.ID,
		Art:           string(m.Kind),
		Bezeichnung:   m.Kind.Label(),
		OrderID:       kit.NullIfZero(m.OrderID),
		Bestellnummer: kit.NullIfZero(m.OrderNumber),
		Sprache:       string(m.Language),
		An:            kit.NullIfZero(m.To),
		Zustand:       string(m.State),
		Versuche:      m.Attempts,
		Grund:         kit.NullIfZero(m.Reason),
		CreatedAt:     shop.FormatTime(m.CreatedAt),
		UpdatedAt:     shop.FormatTime(m.UpdatedAt),
		GesendetAt:    kit.TimeOrNull(m.SentAt),
	}
	if m.State == message.Open {
		out.NaechsterVersuch = kit.TimeOrNull(m.NextAt)
	}
	return out
}

func newMailDetailsJSON(m *message.Message) mailDetailsJSON {
	out := mailDetailsJSON{mailJSON: newMailJSON(m)}
	if c := m.Content; c != nil {
		out.Betreff, out.Text, out.HTML = &c.Subject, &c.Text, &c.HTML
	}
	return out
}

// listMails answers GET /api/verwaltung/mails.
func (s *Office) listMails(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	filter, err := parseMailFilter(r.URL.RawQuery)
	if err != nil {
		return err
	}
	page, err := s.shop.Messages.Messages(r.Context(), filter)
	if err != nil {
		return err
	}
	answer := mailsAnswer{
		OK:    true,
		Mails: kit.Mapped(page.Messages, newMailJSON),
		Anzahl: mailCountsJSON{
			Alle:              page.Counts.All(),
			Offen:             page.Counts[message.Open],
			Gescheitert:       page.Counts[message.Failed],
			Angehalten:        page.Counts[message.Held],
			NichtEingerichtet: page.Counts[message.NotSetUp],
			Verworfen:         page.Counts[message.Discarded],
			Gesendet:          page.Counts[message.Sent],
		},
	}
	answer.Weiter = kit.NextPage(w, r, page.Next)
	return kit.WriteJSON(w, http.StatusOK, answer)
}

// showMail answers GET /api/verwaltung/mails/:id.
func (s *Office) showMail(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	id, err := kit.PathID(r, message.ErrNotFound)
	if err != nil {
		return err
	}
	m, err := s.shop.Messages.Message(r.Context(), id)
	if err != nil {
		return err
	}
	return writeMail(w, http.StatusOK, &m)
}

func writeMail(w http.ResponseWriter, status int, m *message.Message) error {
	return kit.WriteJSON(w, status, mailAnswer{true, newMailDetailsJSON(m)})
}
