package store

import (
	"testing"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop/message"
)

// R19: what a process was sending when it was killed is due at the next start, not only
// when its claim ends.
func TestR19_StartReleasesClaims(t *testing.T) {
	t.Parallel()
	dir, at := t.TempDir(), time.Date(2026, 11, 21, 9, 15, 0, 0, time.UTC)
	db, err := Open(t.Context(), database.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	var letters []message.Message
	for _, key := range []string{"sending", "waiting", "refused"} {
		m := message.Message{Key: key, Kind: message.KindConfirmation, Language: "de", CreatedAt: at}
		m.Begin(message.SendingNow, at)
		letters = append(letters, m)
	}
	letters[1].Delayed("besetzt", at)
	letters[2].Refused("nein", at)
	if err := db.update(func(t *tx) error {
		_, err := t.Owe(letters, nil, nil)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}

	due, err := open(t, dir).ClaimMessages(t.Context(), 10, at)
	if err != nil || len(due) != 1 || due[0].Key != "sending" || due[0].Attempts != 2 {
		t.Errorf("due at the start: %+v, %v", due, err)
	}
}
