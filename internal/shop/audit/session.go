package audit

import (
	"time"
	"unicode"
	"unicode/utf8"

	"kontor/internal/shop"
	"kontor/internal/shop/message"
)

// Session is a session of the administration.
type Session struct {
	ID     string // see gate.Session
	Name   string // of the operator, as they said; empty: not given
	Device string // browser and system
	Began  time.Time
	Used   time.Time // last, to the minute or so
	Until  time.Time // when it ends by itself
}

// MaxName is how many characters the name of an operator may have.
const MaxName = 40

// Errors of sessions.
var (
	ErrSessionNotFound = &shop.Error{Code: "sitzung_nicht_gefunden", Text: "Sitzung nicht gefunden. Vielleicht ist sie schon beendet."}
	ErrName            = &shop.Error{Code: "ungueltiger_name", Text: "Ungültiger Name: höchstens 40 Zeichen in einer Zeile."}
)

// CheckName returns ErrName for what cannot be an operator's name; empty means no name.
func CheckName(name string) error {
	if !utf8.ValidString(name) || utf8.RuneCountInString(name) > MaxName {
		return ErrName
	}
	for _, r := range name {
		if !unicode.IsPrint(r) {
			return ErrName
		}
	}
	return nil
}

// newDevice is the message to the operator about a browser that has entered the
// administration for the first time.
func newDevice(s *Session, sending message.Sending) message.Message {
	m := message.Message{
		Key: "geraet-" + s.ID + "-" + s.Began.UTC().Format("20060102150405"), Kind: message.KindOperatorNote, Language: shop.Languages[0],
		CreatedAt: s.Began, Note: &message.OperatorNote{
			Subject: "Neues Gerät in der Verwaltung: " + s.Device,
			Text: "Mit dem Verwaltungscode hat sich ein Gerät angemeldet, das der Shop noch nicht kannte:\n\n" +
				s.Device + ", am " + s.Began.In(shop.Berlin).Format("02.01.2006 um 15:04 Uhr") + "\n\n" +
				"Waren Sie das, oder jemand in Ihrem Auftrag? Dann ist nichts zu tun.\n\n" +
				"Sonst in der Verwaltung unter Sitzungen die Sitzung " + s.ID + " beenden und den Verwaltungscode ändern. " +
				"Was in ihr geschah, steht unter Protokoll.",
		},
	}
	m.Begin(sending, s.Began)
	return m
}
