package shop

// Error is a refusal that people read: the German text is sent as the answer's "error",
// the code in the header X-Fehlercode so that pages can translate it. HTTP statuses are
// left to package web.
type Error struct {
	Code string // stable, ASCII, for machines
	Text string // German, for people
}

// Error returns the German text.
func (e *Error) Error() string { return e.Text }

// Is reports whether target has the same code, so that an error whose text names
// details still matches the declared value.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Code == e.Code
}

// With returns the same refusal with a text that includes details.
func (e *Error) With(text string) *Error { return &Error{Code: e.Code, Text: text} }

// Refusals of the order intake, in the order in which they are checked.
// Spec: Errors.
var (
	ErrDatabaseUnavailable = &Error{"datenbank_nicht_verbunden", "Datenbank nicht verbunden."}
	ErrBadRequest          = &Error{"ungueltige_anfrage", "Ungültige Anfrage."}
	ErrInvalidCountry      = &Error{"ungueltiges_land", "Ungültiges Land."}
)

// Refusals of the administration.
var (
	ErrStale = &Error{"veraltet", "Der Eintrag wurde inzwischen geändert. Bitte neu laden."}

	ErrInvalidFilter = &Error{"ungueltiger_filter", "Ungültiger Filter."}
	ErrInvalidCursor = &Error{"ungueltiger_cursor", "Ungültige Seitenangabe."}
	ErrInvalidNote   = &Error{"ungueltige_notiz", "Ungültige Notiz."}

	ErrNothingToChange = &Error{"nichts_zu_aendern", "Die Anfrage enthält keine Änderung."}
)
