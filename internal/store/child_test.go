package store

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"kontor/internal/database"
)

// childTask names the environment variable with the task of a second process in its
// working directory.
const childTask = "KONTOR_TEST_CHILD"

// child runs a task in a process of its own and returns what it printed.
func child(t *testing.T, task, dir string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), childTask+"="+task)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s in a second process: %v\n%s", task, err, out)
	}
	return string(out)
}

func runChild(task string) int {
	if task == migrateTask {
		return runMigration(os.Getenv(childPlace))
	}
	syscall.Umask(0) // the worst that a service manager may set
	dir := "data"
	db, err := Open(context.Background(), database.Options{Dir: dir})
	if err != nil {
		fmt.Println("error:", err)
		return 0
	}
	defer db.Close()
	if err := db.update(placing(task, nil)); err != nil {
		fmt.Println("error:", err)
		return 0
	}
	filepath.WalkDir(dir, func(path string, _ fs.DirEntry, _ error) error {
		info, err := os.Stat(path)
		if err == nil {
			fmt.Println(info.Mode(), path)
		}
		return err
	})
	return 0
}

func TestS43_FilesAreTheShopsAlone(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	printed := child(t, "anna", dir)
	for _, want := range []string{
		"drwx------ data", "-rw------- data/kontor.db", "-rw------- data/kontor.db-wal",
		"-rw------- data/kontor.db-shm", "-rw------- data/kontor.db.lock", "-rw------- data/kontor.marke",
	} {
		if !strings.Contains(printed, want+"\n") {
			t.Errorf("no line %q in:\n%s", want, printed)
		}
	}
	if n := strings.Count(printed, "\n"); n != 6 {
		t.Errorf("%d lines, want 6:\n%s", n, printed)
	}
	stores(t, open(t, filepath.Join(dir, "data")), "anna")
}

func TestR11_SecondProcessIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data := filepath.Join(dir, "data")
	db := open(t, data)
	printed := child(t, "berta", dir)
	for _, part := range []string{database.ErrLocked.Error(), filepath.Join(data, database.FileName), "DATA_DIR"} {
		if !strings.Contains(printed, part) {
			t.Errorf("%q does not say %q", printed, part)
		}
	}
	if strings.Count(printed, "\n") != 1 {
		t.Errorf("more than one line: %q", printed)
	}
	// The first process keeps working, and its end lets the next one in.
	if err := db.update(placing("anna", nil)); err != nil {
		t.Error(err)
	}
	stores(t, db, "anna")
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if printed := child(t, "clara", dir); strings.Contains(printed, "error") {
		t.Errorf("after the first process ended: %s", printed)
	}
	stores(t, open(t, data), "clara", "anna")
}
