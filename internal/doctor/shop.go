package doctor

import (
	"context"
	"fmt"
	"time"

	"kontor/internal/config"
	"kontor/internal/database"
	"kontor/internal/store"
)

// checkLimit bounds a check. Those that read all orders or the whole file take a second
// for some hundred thousand.
const checkLimit = time.Minute

// Shop is the subject of an examination.
type Shop struct {
	Config  *config.Config
	Place   database.Options // of the database
	DB      *store.DB        // of the program that serves it; nil: opened for reading when needed
	Probe   bool             // it is only rehearsed
	Environ []string         // NAME=value, in which settings may be misspelt
	Built   time.Time        // when the program was built; zero: unknown
	Now     func() time.Time

	state    database.State
	stateErr error
	damaged  bool      // what is read of it means nothing
	opened   *store.DB // for reading
	openErr  error
}

// Check examines one thing. The findings that it returns need not be named.
type Check struct {
	Name string
	Run  func(context.Context, *Shop) []Finding
}

// Examine carries out the checks in their order. It must not run twice at once for the
// same shop.
func (s *Shop) Examine(ctx context.Context, checks []Check) []Finding {
	s.state, s.stateErr = store.Inspect(ctx, s.Place)
	defer s.close()
	var findings []Finding
	for _, check := range checks {
		findings = append(findings, s.run(ctx, check)...)
	}
	return findings
}

func (s *Shop) run(ctx context.Context, check Check) []Finding {
	ctx, cancel := context.WithTimeout(ctx, checkLimit)
	defer cancel()
	findings := check.Run(ctx, s)
	for i := range findings {
		if findings[i].Check == "" {
			findings[i].Check = check.Name
		}
	}
	return findings
}

// database returns the database for reading; an error that says why it cannot be read.
// Only a schema as new as the program's is opened: opening must not migrate.
func (s *Shop) database(ctx context.Context) (*store.DB, error) {
	switch {
	case s.DB != nil:
		return s.DB, s.DB.Available()
	case s.stateErr != nil:
		return nil, s.stateErr
	case s.state.Version != store.SchemaVersion:
		return nil, fmt.Errorf("die Datenbank hat Schema %d, dieses Programm braucht %d", s.state.Version, store.SchemaVersion)
	case s.opened == nil && s.openErr == nil:
		s.opened, s.openErr = store.OpenReader(ctx, s.Place)
	}
	return s.opened, s.openErr
}

func (s *Shop) close() {
	if s.opened != nil {
		s.opened.Close() // nothing was written
		s.opened = nil
	}
}

// reading returns a check of the database that read carries out. It finds nothing while
// the database cannot be read or is damaged, which another check says.
func reading(read func(context.Context, *Shop, *store.DB) ([]Finding, error)) func(context.Context, *Shop) []Finding {
	return func(ctx context.Context, s *Shop) []Finding {
		db, err := s.database(ctx)
		if err != nil || s.damaged {
			return nil
		}
		findings, err := read(ctx, s, db)
		if err != nil {
			return []Finding{failure("kontor doctor noch einmal aufrufen; bleibt es dabei, die Datenbank prüfen", "nicht zu Ende geprüft: %v", err)}
		}
		return findings
	}
}
