package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"kontor/internal/backup"
	"kontor/internal/config"
	"kontor/internal/database"
	"kontor/internal/store"
)

type backupCommand struct {
	Make   backupMake   `cmd:"" default:"withargs" help:"Eine Sicherung schreiben und prüfen; ohne weiteren Befehl geschieht dies."`
	Keygen backupKeygen `cmd:"" help:"Einen Schlüssel für verschlüsselte Sicherungen erzeugen und dieses eine Mal zeigen."`
}

type backupMake struct {
	To   string `group:"Optionen:" placeholder:"PFAD" help:"In dieses Verzeichnis; dort wird nichts gelöscht, und SICHERUNG_BEFEHL läuft nicht."`
	JSON bool   `group:"Optionen:" name:"json" help:"Das Ergebnis als JSON ausgeben, auch wenn es misslingt."`
	backupSettings
	dataDir
}

// Run writes a copy of the shop and checks it.
func (c *backupMake) Run(ctx context.Context, p *program) error {
	cfg, err := p.load()
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	k, err := newKeeper(cfg, newLog(p.stderr, cfg.LogFormat), func(ctx context.Context) (*database.Original, error) {
		return store.OpenOriginal(ctx, databaseOf(cfg, nil))
	})
	if err != nil {
		return err
	}
	made, dir, err := c.write(ctx, k)
	if c.JSON {
		return p.printCopy(made, k.Warnings(dir), err)
	}
	if err != nil {
		return err
	}
	p.showCopy(made, k.Warnings(dir))
	return nil
}

// write returns the copy and its directory.
func (c *backupMake) write(ctx context.Context, k *backup.Keeper) (made backup.Copy, dir string, err error) {
	if c.To != "" {
		if dir, err = filepath.Abs(c.To); err == nil {
			made, err = k.MakeIn(ctx, dir)
		}
		return made, dir, err
	}
	made, err = k.Make(ctx)
	return made, k.Dir, err
}

func (p *program) showCopy(c backup.Copy, warnings []string) {
	fmt.Fprintf(p.stdout, "Gesichert und geprüft: %s\n", c.Path)
	newest := ""
	if c.LastNumber != "" {
		newest = ", die neueste " + c.LastNumber
	}
	fmt.Fprintf(p.stdout, "  Bestellungen  %d%s\n", c.Orders, newest)
	fmt.Fprintf(p.stdout, "  Größe         %s, in %s Sekunden\n", megabytes(c.Size), decimal(float64(c.Millis)/1000))
	fmt.Fprintf(p.stdout, "  SHA-256       %s\n", c.SHA256)
	for _, w := range warnings {
		fmt.Fprintln(p.stdout, "Warnung:", w)
	}
}

// megabytes writes a size in German.
func megabytes(bytes int64) string { return decimal(float64(bytes)/1e6) + " MB" }

// decimal writes a number in German, with one digit after the comma.
func decimal(n float64) string {
	return strings.Replace(strconv.FormatFloat(n, 'f', 1, 64), ".", ",", 1)
}

// copyResult is the outcome for other programs.
type copyResult struct {
	OK    bool   `json:"ok"`
	Error string `json:"fehler,omitempty"`
	*backup.Copy
	Warnings []string `json:"warnungen,omitempty"`
}

// printCopy prints the outcome, and returns the error of the copy.
func (p *program) printCopy(c backup.Copy, warnings []string, failed error) error {
	result := copyResult{OK: true, Copy: &c, Warnings: warnings}
	if failed != nil {
		result = copyResult{Error: failed.Error()}
	}
	text, err := json.MarshalIndent(result, "", "  ")
	if err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "%s\n", text)
	return failed
}

type backupKeygen struct{}

// Run shows a new key. It is kept nowhere: whoever has the server must not have it.
func (backupKeygen) Run(p *program) error {
	identity, recipient, err := backup.Generate()
	if err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, `Der Schlüssel öffnet die Sicherungen. Er steht nur hier und wird nicht aufgehoben:
ihn außerhalb dieses Rechners verwahren, etwa ausgedruckt und im Passwortspeicher.
Ohne ihn sind verschlüsselte Sicherungen verloren.

  %s

Diese Einstellung verschlüsselt von nun an jede Sicherung:

  SICHERUNG_EMPFAENGER=%s
`, identity, recipient)
	return nil
}

// newKeeper returns what makes the shop's copies, from the original that is opened when
// one is made. The log may be nil.
func newKeeper(cfg *config.Config, log *slog.Logger, original func(context.Context) (*database.Original, error)) (*backup.Keeper, error) {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return backup.New(backup.Options{
		Dir: cfg.CopiesDir(), Slug: cfg.ShopSlug, DataDir: cfg.DataDir, LegalDir: cfg.LegalDir,
		Recipients: cfg.BackupRecipients, Command: cfg.BackupCommand, Environ: config.WithoutSecrets(os.Environ()),
		Program: readBuild().version, Every: cfg.CopyEvery(), Log: log, Now: time.Now, Original: original,
	})
}
