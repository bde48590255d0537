package store

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop/account"
	"kontor/internal/shop/order"
)

// inFiles reports whether any file of a SQLite database contains the text.
func inFiles(t *testing.T, dir, text string) bool {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		content, err := os.ReadFile(filepath.Join(dir, file.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(content, []byte(text)) {
			return true
		}
	}
	return false
}

func TestX2_S30_NothingOfAnAccountIsLeftInTheFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db := open(t, dir)
	now := time.Date(2026, 11, 21, 11, 0, 0, 0, time.UTC)
	private := []string{"subject-of-anna", "Anna Anders", "anna@anbieter.example", "issuer.example"}
	_, key := account.NewSessionID()
	_, err := db.SignIn(t.Context(), account.VerifiedSignIn{Provider: "google", Session: key, At: now, Identity: account.Identity{
		Subject: private[0], Name: private[1], Email: private[2], Issuer: private[3],
	}})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range append(private, string(key)) {
		if !inFiles(t, dir, text) {
			t.Fatalf("%q was never in the files", text)
		}
	}
	if _, err := db.EraseCustomer(t.Context(), key, now); err != nil {
		t.Fatal(err)
	}
	if err := db.Scrub(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, text := range append(private, string(key)) {
		if inFiles(t, dir, text) {
			t.Errorf("%q is still in the files", text)
		}
	}
}

// The words of the search are in the files too, in pieces: a word that begins like the
// previous one is stored without that beginning.
func TestRetentionLeavesNothingInTheFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db := open(t, dir)
	old := time.Date(2010, 6, 1, 0, 0, 0, 0, time.UTC)
	var orders []*order.Order
	for range 60 {
		orders = append(orders, &order.Order{
			CreatedAt: old, UpdatedAt: old, Status: order.StatusPaid, Country: "de", Language: "de",
			Customer: order.Person{Name: "Xaverine Qwlzbrgk", Email: "qwlzbrgk@alt.example", Street: "Jxvnstraße 7", City: "Jxvnstadt"},
			Note:     "Jxvn anrufen",
			Items:    []order.Item{{Slug: "wolle", Name: "Wolle", Quantity: 1, Price: 1}},
		})
	}
	if _, err := db.Import(t.Context(), slices.Values(orders), "BK"); err != nil {
		t.Fatal(err)
	}
	private := []string{"Qwlzbrgk", "qwlzbrgk", "Jxvn", "averine"}
	for _, text := range private {
		if !inFiles(t, dir, text) {
			t.Fatalf("%q was never in the files", text)
		}
	}
	if err := db.Anonymize(t.Context(), order.RetentionTerms{}, old.AddDate(16, 0, 0), func([]string) {}); err != nil {
		t.Fatal(err)
	}
	if err := db.ForgetWords(); err != nil {
		t.Fatal(err)
	}
	if err := db.Scrub(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, text := range private {
		if inFiles(t, dir, text) {
			t.Errorf("%q is still in the files", text)
		}
	}
	sound(t, connect(t, filepath.Join(dir, database.FileName)))
}
