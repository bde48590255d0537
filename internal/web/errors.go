package web

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

// The refusals that are about requests, not about the shop.
var (
	errNotFound        = &shop.Error{Code: "nicht_gefunden", Text: "Nicht gefunden."}
	errLinkExpired     = &shop.Error{Code: "link_abgelaufen", Text: "Dieser Link gilt nicht mehr."}
	errMethod          = &shop.Error{Code: "methode_nicht_erlaubt", Text: "Diese Methode ist hier nicht erlaubt."}
	errForeignOrigin   = &shop.Error{Code: "fremde_herkunft", Text: "Anfragen von fremden Seiten sind nicht erlaubt."}
	errTooLarge        = &shop.Error{Code: "anfrage_zu_gross", Text: "Die Anfrage ist zu groß."}
	errTooSlow         = &shop.Error{Code: "zeitueberschreitung", Text: "Die Anfrage kam nicht rechtzeitig an."}
	errUnknownQuery    = &shop.Error{Code: "unbekannter_parameter", Text: "Unbekannter Parameter."}
	errUnknownField    = &shop.Error{Code: "unbekanntes_feld", Text: "Unbekanntes Feld."}
	errFileType        = errMediaType.With("Die Datei muss mit dem Content-Type application/octet-stream gesendet werden.")
	errFormType        = errMediaType.With("Das Formular muss mit dem Content-Type application/x-www-form-urlencoded gesendet werden.")
	errMediaType       = &shop.Error{Code: "falscher_inhaltstyp", Text: "Die Anfrage muss den Content-Type application/json haben."}
	errOverloaded      = &shop.Error{Code: "ueberlastet", Text: "Der Shop ist gerade überlastet. Bitte gleich noch einmal versuchen."}
	errTooManyExports  = errOverloaded.With("Es laufen gerade zu viele Exporte. Bitte gleich noch einmal versuchen.")
	errTooManyRequests = &shop.Error{Code: "zu_viele_anfragen", Text: "Zu viele Anfragen in kurzer Zeit. Bitte gleich noch einmal versuchen."}
	errTooManyOrders   = &shop.Error{Code: "zu_viele_bestellungen", Text: "Zu viele Bestellungen in kurzer Zeit. Bitte gleich noch einmal versuchen."}
	errTooManyCoupons  = &shop.Error{Code: "zu_viele_gutscheine", Text: "Zu viele ungültige Gutscheincodes in kurzer Zeit. Bitte ohne Gutschein bestellen oder später noch einmal versuchen."}
	errTooManySignIns  = &shop.Error{Code: "zu_viele_anmeldungen", Text: "Zu viele Anmeldungen in kurzer Zeit. Bitte in einigen Minuten noch einmal versuchen."}
	errTooManyCodes    = &shop.Error{Code: "zu_viele_versuche", Text: "Zu viele falsche Codes. Bitte später noch einmal versuchen."}
	errWrongCode       = &shop.Error{Code: "falscher_zugangscode", Text: "Falscher Zugangscode."}
	errNoSite          = &shop.Error{Code: "kein_zugang", Text: "Kein Zugang. Bitte Zugangscode eingeben."}
	errNoAdmin         = &shop.Error{Code: "sitzung_abgelaufen", Text: "Sitzung abgelaufen. Bitte Code erneut eingeben."}
	errPrefetch        = &shop.Error{Code: "nicht_vorab", Text: "Diese Seite lässt sich nicht vorab laden."}
	errInternal        = &shop.Error{Code: "interner_fehler", Text: "Interner Fehler."}
	errGateUncheckable = &shop.Error{Code: "zugang_nicht_pruefbar", Text: "Der Zugang kann gerade nicht geprüft werden. Bitte gleich noch einmal versuchen."}
)

// statusClientGone is what nginx logs for a client that did not wait. Nobody
// receives it.
const statusClientGone = 499

// asInternal is an error that is answered with 500 whatever the table says.
type asInternal struct{ error }

func (e asInternal) Unwrap() error { return e.error }

// retryLater is a refusal that tells when to try again.
type retryLater struct {
	error
	after time.Duration
}

func (e retryLater) Unwrap() error { return e.error }

// tellWhen sets Retry-After, in whole seconds and never 0, if err knows when.
func tellWhen(w http.ResponseWriter, err error) {
	var later retryLater
	if errors.As(err, &later) {
		seconds := max(1, (later.after+time.Second-1)/time.Second)
		w.Header().Set("Retry-After", strconv.FormatInt(int64(seconds), 10))
	}
}

// writeError answers with err. Errors that are no refusals become 500 without
// a word about their cause, which goes to the log alone.
func (s *Server) writeError(w http.ResponseWriter, r *http.Request, err error) {
	if exchangeOf(r).lost {
		s.ignore(r, err)
		return
	}
	refusal, status := classify(r.Context(), err)
	if status == http.StatusInternalServerError || errors.Is(err, errGateUncheckable) {
		s.logFailure(r, err)
	}
	tellWhen(w, err)
	s.refuse(w, r, refusal, status)
}

// refuse writes a refusal as JSON, or as a page where people read it.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, refusal *shop.Error, status int) {
	if begun(w) {
		panic(http.ErrAbortHandler) // cut the answer off, so that nobody takes it for whole
	}
	if status == http.StatusRequestEntityTooLarge || status == http.StatusRequestTimeout {
		w.Header().Set("Connection", "close") // the rest of the request is not waited for
	}
	header := w.Header()
	header.Set("X-Fehlercode", refusal.Code)
	header.Set("Cache-Control", "no-store")
	for _, name := range []string{"Content-Disposition", "Content-Length", "ETag"} {
		header.Del(name) // of the answer that was planned
	}
	s.forEverybody(r) // a refusal says what is wrong, and not whose it is
	if wantsPage(r) {
		s.ignore(r, s.errorPage(w, r, status, refusal))
		return
	}
	s.ignore(r, writeJSON(w, status, failure{Error: refusal.Text}))
}

// classify returns what to tell about err, and the status.
func classify(ctx context.Context, err error) (*shop.Error, int) {
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return errInternal, statusClientGone
	}
	var refusal *shop.Error
	if !errors.As(err, &refusal) {
		return errInternal, http.StatusInternalServerError
	}
	status, known := statuses[refusal.Code]
	var internal asInternal
	if !known || errors.As(err, &internal) {
		status = http.StatusInternalServerError
	}
	return refusal, status
}

// wantsPage tells pages from API routes, whose errors are JSON.
func wantsPage(r *http.Request) bool {
	reading := r.Method == http.MethodGet || r.Method == http.MethodHead
	sending := r.Method == http.MethodPost && isForm(r)
	return (reading || sending) && (!strings.HasPrefix(r.URL.Path, "/api/") || visits(r)) &&
		r.URL.Path != "/healthz" && r.URL.Path != "/readyz"
}

// visits tells the routes of the API that people visit: on their way to a sign-in
// provider and back, and to download their data. Programs that do not ask for a
// page get JSON there too.
func visits(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept"), "text/html") &&
		(r.URL.Path == dataRoute || strings.HasPrefix(r.URL.Path, signInRoute) || strings.HasPrefix(r.URL.Path, returnRoute))
}

// logFailure logs why a request failed, unless the database is away: the store's log
// says that once, with its cause, and a line for each request would bury it.
func (s *Server) logFailure(r *http.Request, err error) {
	if saysOnly(err, shop.ErrDatabaseUnavailable) {
		return
	}
	s.log.LogAttrs(r.Context(), slog.LevelError, "request failed", append(tell(r), slog.Any("error", err))...)
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

// ignore logs that an answer could not be sent, at debug level: clients go away.
func (s *Server) ignore(r *http.Request, err error) {
	if err != nil {
		s.log.LogAttrs(r.Context(), slog.LevelDebug, "answer not sent", append(tell(r), slog.Any("error", err))...)
	}
}
