package store

import (
	"kontor/internal/database"
	"kontor/internal/shop/outbox"
)

// maxLosses is how many unread losses are kept; the log has all.
const maxLosses = 8

// lossCauses maps causes to the shop's terms.
var lossCauses = map[database.LossCause]outbox.DatabaseLossCause{
	database.FileRemoved:   outbox.DatabaseRemoved,
	database.FileReplaced:  outbox.DatabaseReplaced,
	database.FileShortened: outbox.DatabaseShortened,

	database.FileOverwritten: outbox.DatabaseOverwritten,
}

// Losses receives each loss of the database's file, once its content has been
// rescued. On PostgreSQL it is nil.
func (db *DB) Losses() <-chan outbox.DatabaseLoss { return db.losses }

func (db *DB) noteLoss(l database.Loss) {
	select {
	case db.losses <- outbox.DatabaseLoss{Path: l.Path, Cause: lossCauses[l.Cause], At: l.At, Rescue: l.Rescue}:
	default:
	}
}
