package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"kontor/internal/config"
	"kontor/internal/database"
)

// Exit codes.
const (
	exitOK      = 0
	exitFailed  = 1
	exitUsage   = 2
	exitWaiting = 3 // something waits for the operator

	exitRefused = 78 // wrong settings, or a start that a restart would not mend
)

// refusal is a start that a restart would not mend, so that whoever restarts the shop
// gives up.
type refusal struct{ error }

// errWaiting is the error of a command that worked and found something that waits for
// the operator.
var errWaiting = errors.New("es wartet etwas auf Bearbeitung")

// isRefusal reports whether starting again would fail in the same way.
func isRefusal(err error) bool {
	var ours *refusal
	var theirs *database.Refusal
	var settings config.Problems
	return errors.As(err, &ours) || errors.As(err, &theirs) || errors.As(err, &settings)
}

// program is one run of the command, with everything of its process that it uses.
type program struct {
	args    []string // the first is the program's own path
	environ []string // NAME=value
	stdout  io.Writer
	stderr  io.Writer

	flags map[string]string // values given as flags, by the variable's name
}

// commands is the command line. Messages to the operator are German.
type commands struct {
	Help helpFlag `short:"h" group:"Optionen:" help:"Diese Hilfe zeigen."`

	Serve     serveCommand       `cmd:"" default:"withargs" group:"Befehle:" help:"Den Shop starten; ohne Befehl geschieht dies."`
	Accounts  accountsCommand    `cmd:"" group:"Befehle:" help:"Kundenkonten nach dem Einspielen einer Sicherung noch einmal löschen."`
	Check     checkCommand       `cmd:"" group:"Befehle:" help:"Prüfen, ob der Shop öffentlich werden kann."`
	Audit     auditCommand       `cmd:"" group:"Befehle:" help:"Das Protokoll der Verwaltung prüfen oder ausgeben."`
	Backup    backupCommand      `cmd:"" group:"Befehle:" help:"Den Shop sichern, auch während er läuft."`
	Codes     codesCommand       `cmd:"" group:"Befehle:" help:"Einen erzeugten Zugangscode ersetzen."`
	Config    configCommand      `cmd:"" group:"Befehle:" help:"Alle Einstellungen mit Bedeutung, Wert und Herkunft zeigen."`
	Demo      demoCommand        `cmd:"" group:"Befehle:" help:"Sortiment und Beispielbestellungen anlegen."`
	Doctor    doctorCommand      `cmd:"" group:"Befehle:" help:"Einstellungen, Datenbank und Rückstände prüfen; ändert nichts."`
	Health    healthcheckCommand `cmd:"" name:"healthcheck" group:"Befehle:" help:"Fragen, ob der laufende Shop antwortet; für Container."`
	Init      initCommand        `cmd:"" group:"Befehle:" help:"Einen neuen Shop für alle anlegen: Datei mit Einstellungen, Codes und Datenbank."`
	Mail      mailCommand        `cmd:"" group:"Befehle:" help:"Die E-Mails des Shops ansehen."`
	Migrate   migrateCommand     `cmd:"" group:"Befehle:" help:"Das Schema der Datenbank zeigen oder erneuern."`
	Move      moveCommand        `cmd:"" group:"Befehle:" help:"Den Shop von SQLite nach PostgreSQL umziehen."`
	Payments  paymentsCommand    `cmd:"" group:"Befehle:" help:"Die Zahlungen über PayPal prüfen."`
	Restore   restoreCommand     `cmd:"" group:"Befehle:" help:"Eine Sicherung einspielen, oder die Datenbank in DATA_DIR als den Shop einsetzen."`
	Retention retentionCommand   `cmd:"" group:"Befehle:" help:"Zeigen oder löschen, was nicht länger aufbewahrt werden muss."`
	Version   versionCommand     `cmd:"" group:"Befehle:" help:"Die Version des Programms zeigen."`
}

// run carries out the command line and returns the exit code.
func (p *program) run(ctx context.Context) int {
	var line commands
	parser, err := kong.New(&line, kong.Name("kontor"), kong.NoDefaultHelp(), kong.Writers(p.stdout, p.stderr), kong.PostBuild(describeFlags))
	if err != nil {
		return p.fail(err, exitFailed)
	}
	parsed, err := parser.Parse(p.args[1:])
	switch {
	case errors.Is(err, errHelpShown):
		return exitOK
	case err != nil:
		return p.fail(fmt.Errorf("unverständlicher Aufruf (%w); Hilfe: %s --help", err, p.name()), exitUsage)
	}
	p.flags = flagValues(parsed)
	parsed.BindTo(ctx, (*context.Context)(nil))
	switch err := parsed.Run(p); {
	case err == nil:
		return exitOK
	case errors.Is(err, errWaiting):
		return p.fail(err, exitWaiting)
	case isRefusal(err):
		return p.fail(err, exitRefused)
	case errors.Is(err, errWarned):
		return exitWaiting
	case errors.Is(err, errFound):
		return exitFailed
	default:
		return p.fail(err, exitFailed)
	}
}

func (p *program) fail(err error, code int) int {
	fmt.Fprintln(p.stderr, "kontor:", err)
	return code
}

// name is how the operator invokes the program, for commands to copy.
func (p *program) name() string {
	if strings.Contains(p.args[0], "go-build") {
		return "go run ./cmd/kontor"
	}
	return p.args[0]
}

// load reads the configuration, including the flags of the command line.
func (p *program) load() (*config.Config, error) {
	return config.Load(p.environ, p.flags)
}
