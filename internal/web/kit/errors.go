package kit

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"kontor/internal/shop"
)

// Refusals of requests as such, independent of the shop.
var (
	ErrNotFound        = &shop.Error{Code: "nicht_gefunden", Text: "Nicht gefunden."}
	ErrLinkExpired     = &shop.Error{Code: "link_abgelaufen", Text: "Dieser Link gilt nicht mehr."}
	ErrMethod          = &shop.Error{Code: "methode_nicht_erlaubt", Text: "Diese Methode ist hier nicht erlaubt."}
	ErrForeignOrigin   = &shop.Error{Code: "fremde_herkunft", Text: "Anfragen von fremden Seiten sind nicht erlaubt."}
	ErrForeignHost     = &shop.Error{Code: "fremde_adresse", Text: "Unter dieser Adresse gibt es den Shop nicht."}
	ErrTooLarge        = &shop.Error{Code: "anfrage_zu_gross", Text: "Die Anfrage ist zu groß."}
	errTooSlow         = &shop.Error{Code: "zeitueberschreitung", Text: "Die Anfrage kam nicht rechtzeitig an."}
	ErrUnknownQuery    = &shop.Error{Code: "unbekannter_parameter", Text: "Unbekannter Parameter."}
	errUnknownField    = &shop.Error{Code: "unbekanntes_feld", Text: "Unbekanntes Feld."}
	ErrFileType        = ErrMediaType.With("Die Datei muss mit dem Content-Type application/octet-stream gesendet werden.")
	ErrFormType        = ErrMediaType.With("Das Formular muss mit dem Content-Type application/x-www-form-urlencoded gesendet werden.")
	ErrMediaType       = &shop.Error{Code: "falscher_inhaltstyp", Text: "Die Anfrage muss den Content-Type application/json haben."}
	ErrOverloaded      = &shop.Error{Code: "ueberlastet", Text: "Der Shop ist gerade überlastet. Bitte gleich noch einmal versuchen."}
	ErrTooManyExports  = ErrOverloaded.With("Es laufen gerade zu viele Exporte. Bitte gleich noch einmal versuchen.")
	ErrTooManyRequests = &shop.Error{Code: "zu_viele_anfragen", Text: "Zu viele Anfragen in kurzer Zeit. Bitte gleich noch einmal versuchen."}
	ErrTooManyOrders   = &shop.Error{Code: "zu_viele_bestellungen", Text: "Zu viele Bestellungen in kurzer Zeit. Bitte gleich noch einmal versuchen."}
	ErrTooManyCoupons  = &shop.Error{Code: "zu_viele_gutscheine", Text: "Zu viele ungültige Gutscheincodes in kurzer Zeit. Bitte ohne Gutschein bestellen oder später noch einmal versuchen."}
	ErrTooManySignIns  = &shop.Error{Code: "zu_viele_anmeldungen", Text: "Zu viele Anmeldungen in kurzer Zeit. Bitte in einigen Minuten noch einmal versuchen."}
	ErrTooManyCodes    = &shop.Error{Code: "zu_viele_versuche", Text: "Zu viele falsche Codes. Bitte später noch einmal versuchen."}
	ErrWrongCode       = &shop.Error{Code: "falscher_zugangscode", Text: "Falscher Zugangscode."}
	ErrNoSite          = &shop.Error{Code: "kein_zugang", Text: "Kein Zugang. Bitte Zugangscode eingeben."}
	ErrNoAdmin         = &shop.Error{Code: "sitzung_abgelaufen", Text: "Sitzung abgelaufen. Bitte Code erneut eingeben."}
	ErrPrefetch        = &shop.Error{Code: "nicht_vorab", Text: "Diese Seite lässt sich nicht vorab laden."}
	ErrInternal        = &shop.Error{Code: "interner_fehler", Text: "Interner Fehler."}
	ErrGateUncheckable = &shop.Error{Code: "zugang_nicht_pruefbar", Text: "Der Zugang kann gerade nicht geprüft werden. Bitte gleich noch einmal versuchen."}
)

// statusClientGone is the status that nginx logs for a client that did not wait. Nobody
// receives it.
const statusClientGone = 499

// asInternal is the result of [Internal].
type asInternal struct{ error }

func (e asInternal) Unwrap() error { return e.error }

// Internal returns an error that is answered with 500, regardless of the table of
// statuses.
func Internal(err error) error { return asInternal{err} }

// retryLater is the result of [Later].
type retryLater struct {
	error
	after time.Duration
}

// Later returns a refusal after which the client may try again.
func Later(refusal error, after time.Duration) error { return retryLater{refusal, after} }

func (e retryLater) Unwrap() error { return e.error }

// SetRetryAfter sets Retry-After, in whole seconds and never 0, if err contains a time.
func SetRetryAfter(w http.ResponseWriter, err error) {
	var again retryLater
	if errors.As(err, &again) {
		seconds := max(1, (again.after+time.Second-1)/time.Second)
		w.Header().Set("Retry-After", strconv.FormatInt(int64(seconds), 10))
	}
}

// WriteError answers with err. Errors other than refusals become 500 without mentioning
// their cause, which is only logged.
func (c *Common) WriteError(w http.ResponseWriter, r *http.Request, err error) {
	if ExchangeOf(r).lost {
		c.ignore(r, err)
		return
	}
	refusal, status := Classify(r.Context(), err)
	if status == http.StatusInternalServerError || errors.Is(err, ErrGateUncheckable) {
		c.LogFailure(r, err)
	}
	SetRetryAfter(w, err)
	c.Refuse(w, r, refusal, status)
}

// Refuse writes a refusal as JSON, or as a page where people read it.
func (c *Common) Refuse(w http.ResponseWriter, r *http.Request, refusal *shop.Error, status int) {
	if begun(w) {
		panic(http.ErrAbortHandler) // cuts off the answer, so that it is not mistaken for a complete one
	}
	if status == http.StatusRequestEntityTooLarge || status == http.StatusRequestTimeout {
		w.Header().Set("Connection", "close") // the rest of the request is not read
	}
	header := w.Header()
	header.Set("X-Fehlercode", refusal.Code)
	header.Set("Cache-Control", "no-store")
	for _, name := range []string{"Content-Disposition", "Content-Length", "ETag"} {
		header.Del(name) // set for the planned answer
	}
	c.ForEverybody(r) // a refusal says what is wrong, and contains no personal data
	if c.wantsPage(r) {
		c.ignore(r, c.Problem(w, r, status, refusal))
		return
	}
	c.ignore(r, WriteJSON(w, status, Failure{Error: refusal.Text}))
}

// Classify returns the refusal to answer for err, and its status.
func Classify(ctx context.Context, err error) (*shop.Error, int) {
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return ErrInternal, statusClientGone
	}
	var refusal *shop.Error
	if !errors.As(err, &refusal) {
		return ErrInternal, http.StatusInternalServerError
	}
	status, known := statuses[refusal.Code]
	var internal asInternal
	if !known || errors.As(err, &internal) {
		status = http.StatusInternalServerError
	}
	return refusal, status
}

// wantsPage distinguishes pages from API routes, whose errors are JSON.
func (c *Common) wantsPage(r *http.Request) bool {
	reading := r.Method == http.MethodGet || r.Method == http.MethodHead
	sending := r.Method == http.MethodPost && IsForm(r)
	return (reading || sending) && (!strings.HasPrefix(r.URL.Path, "/api/") || c.Visits(r)) &&
		r.URL.Path != "/healthz" && r.URL.Path != "/readyz"
}

// Visits reports whether somebody's browser visits a route of the API. Programs that do
// not ask for a page get JSON there too.
func (c *Common) Visits(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept"), "text/html") && c.Visited(r.URL.Path)
}

// LogFailure logs why a request failed, unless the database is away: the store logs
// that once, with its cause, and a line for each request would bury it.
func (c *Common) LogFailure(r *http.Request, err error) {
	if saysOnly(err, shop.ErrDatabaseUnavailable) {
		return
	}
	c.Log.LogAttrs(r.Context(), slog.LevelError, "request failed", append(RequestAttrs(r), slog.Any("error", err))...)
}

// saysOnly reports whether err is a refusal in any wrapping, without another cause
// behind it.
func saysOnly(err error, refusal *shop.Error) bool {
	for err != nil && err != error(refusal) {
		switch wrapping := err.(type) {
		case interface{ Unwrap() error }:
			err = wrapping.Unwrap()
		case interface{ Unwrap() []error }:
			all := wrapping.Unwrap()
			err = all[len(all)-1] // causes come last
		default:
			return false
		}
	}
	return err != nil
}

// ignore logs at debug level that an answer could not be sent: clients go away.
func (c *Common) ignore(r *http.Request, err error) {
	if err != nil {
		c.Log.LogAttrs(r.Context(), slog.LevelDebug, "answer not sent", append(RequestAttrs(r), slog.Any("error", err))...)
	}
}

var (
	ErrDraining = &shop.Error{Code: "wird_beendet", Text: "Der Server wird beendet."}
	ErrNotReady = &shop.Error{Code: "nicht_bereit", Text: "Die Datenbank ist nicht bereit."}
)
