package outbox

import (
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/message"
)

// DatabaseLoss is the loss of the database's file while the shop is running.
type DatabaseLoss struct {
	Path   string // of the file
	Cause  DatabaseLossCause
	At     time.Time // when it was noticed
	Rescue string    // path of the rescued copy of everything stored; empty: there is none
}

// DatabaseLossCause is what happened to the database's file.
type DatabaseLossCause string

const (
	DatabaseRemoved   DatabaseLossCause = "removed"   // deleted or moved away
	DatabaseReplaced  DatabaseLossCause = "replaced"  // another file has its name
	DatabaseShortened DatabaseLossCause = "shortened" // its end was cut off

	DatabaseOverwritten DatabaseLossCause = "overwritten" // something else was written into it
)

// Note explains to the operator what happened and what to do.
func (l *DatabaseLoss) Note() message.OperatorNote {
	text := "Die Datenbank " + l.Path + " wurde im laufenden Betrieb " + l.Cause.german() + ". Bemerkt am " +
		l.At.In(shop.Berlin).Format("02.01.2006 um 15:04 Uhr") + ". Seitdem nimmt der Shop keine Bestellungen an.\n\n"
	if l.Rescue == "" {
		text += "Eine Rettungskopie konnte nicht angelegt werden; der Grund steht im Protokoll des Programms. "
		text += "Bitte den Shop nicht beenden, bevor die Daten gesichert sind.\n"
	} else {
		text += "Alles, was bis dahin gespeichert war, liegt in der Rettungskopie " + l.Rescue + ".\n"
	}
	if l.Cause != DatabaseShortened && l.Cause != DatabaseOverwritten {
		text += "\nIst die Datei nur verschoben, dann zurück an ihren Platz damit: Der Shop arbeitet von selbst weiter."
	}
	text += "\nSonst den Shop beenden, kontor.db, kontor.db-wal und kontor.db-shm beiseitelegen, "
	text += "die Rettungskopie oder eine Sicherung kontor.db nennen und den Shop wieder starten."
	return message.OperatorNote{Subject: "Datenbank verloren: keine Bestellungen möglich", Text: text}
}

func (c DatabaseLossCause) german() string {
	switch c {
	case DatabaseReplaced:
		return "durch eine andere Datei ersetzt"
	case DatabaseShortened:
		return "gekürzt"
	case DatabaseOverwritten:
		return "überschrieben"
	}
	return "gelöscht oder verschoben"
}
