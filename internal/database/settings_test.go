package database

import (
	"encoding/json"
	"os/exec"
	"testing"
)

// A connection does not always apply its settings, so they are read back.
func TestSettingsAreActive(t *testing.T) {
	t.Parallel()
	db := open(t, t.TempDir())
	setting := func(tx *Tx, pragma, want string) {
		var got string
		if err := tx.Row("PRAGMA "+pragma, nil, &got); err != nil || got != want {
			t.Errorf("%s = %s, %v; want %s", pragma, got, err, want)
		}
	}
	db.Update(func(tx *Tx) error {
		setting(tx, "busy_timeout", busyTimeout)
		setting(tx, "journal_mode", "wal")
		setting(tx, "synchronous", "2") // FULL
		setting(tx, "foreign_keys", "1")
		setting(tx, "secure_delete", "1")
		setting(tx, "query_only", "0")
		return nil
	})
	err := db.View(t.Context(), func(tx *Tx) error {
		setting(tx, "busy_timeout", busyTimeout)
		setting(tx, "journal_mode", "wal")
		setting(tx, "query_only", "1")
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestOldSQLiteIsRefused(t *testing.T) {
	t.Parallel()
	for version, old := range map[string]bool{
		"3.51.2": true, "3.51.3": false, "3.51.10": false, "3.52.0": false, "3.9.0": true, "4.0.0": false, "": true,
	} {
		if got := versionNumber(version) < oldestSQLite; got != old {
			t.Errorf("%q is too old: %t, want %t", version, got, old)
		}
	}
}

// The driver is generated for one release of its C library and breaks quietly with
// another.
func TestDriverGetsTheLibraryItDemands(t *testing.T) {
	t.Parallel()
	const library = "modernc.org/libc"
	var module struct{ Path, Version, GoMod string }
	output(t, &module, "list", "-m", "-json", "modernc.org/sqlite")
	var demands struct {
		Require []struct{ Path, Version string }
	}
	output(t, &demands, "mod", "edit", "-json", module.GoMod)
	var used struct{ Version string }
	output(t, &used, "list", "-m", "-json", library)
	for _, required := range demands.Require {
		if required.Path != library {
			continue
		}
		if required.Version != used.Version {
			t.Errorf("%s %s demands %s %s, go.mod has %s", module.Path, module.Version, library, required.Version, used.Version)
		}
		return
	}
	t.Errorf("%s does not require %s", module.GoMod, library)
}

// output decodes the JSON printed by a go command.
func output(t *testing.T, into any, args ...string) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", args...).Output()
	if err != nil {
		t.Fatalf("go %v: %v", args, err)
	}
	if err := json.Unmarshal(out, into); err != nil {
		t.Fatalf("go %v: %v", args, err)
	}
}
