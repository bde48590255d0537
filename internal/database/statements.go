package database

import (
	"context"
	"database/sql"
	"fmt"
	"regexp"
	"strconv"
	"sync"
)

// prepared is a [runner] that keeps each statement prepared, because preparing costs
// SQLite more than running most of them.
type prepared struct {
	statements *statements
	within     *sql.Tx // nil if the connection itself is in the transaction
}

func (p prepared) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	stmt, err := p.get(ctx, query)
	if err != nil {
		return nil, err
	}
	return stmt.ExecContext(ctx, args...)
}

func (p prepared) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	stmt, err := p.get(ctx, query)
	if err != nil {
		return nil, err
	}
	return stmt.QueryContext(ctx, args...)
}

func (p prepared) get(ctx context.Context, query string) (*sql.Stmt, error) {
	stmt, err := p.statements.get(ctx, query)
	if err != nil {
		return nil, fmt.Errorf("prepare: %w", err)
	}
	if p.within != nil {
		stmt = p.within.StmtContext(ctx, stmt)
	}
	return stmt, nil
}

// statements prepares each text once and keeps it.
type statements struct {
	prepare func(context.Context, string) (*sql.Stmt, error)
	mu      sync.Mutex
	byText  map[string]*sql.Stmt
}

func newStatements(prepare func(context.Context, string) (*sql.Stmt, error)) *statements {
	return &statements{prepare: prepare, byText: make(map[string]*sql.Stmt)}
}

func (s *statements) get(ctx context.Context, query string) (*sql.Stmt, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if stmt, ok := s.byText[query]; ok {
		return stmt, nil
	}
	stmt, err := s.prepare(ctx, anonymous(query))
	if err != nil {
		return nil, err
	}
	s.byText[query] = stmt
	return stmt, nil
}

var parameter = regexp.MustCompile(`\$\d+`)

// anonymous replaces the parameters of a text by "?" if each of them is used once and
// in order. Named ones cost more at every run: the driver requests each name, and
// SQLite searches its list for it.
func anonymous(query string) string {
	for i, name := range parameter.FindAllString(query, -1) {
		if name != "$"+strconv.Itoa(i+1) {
			return query
		}
	}
	return parameter.ReplaceAllString(query, "?")
}

// close frees the statements. Those of a single connection must be freed before it is
// closed: SQLite keeps a connection alive for them.
func (s *statements) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, stmt := range s.byText {
		stmt.Close()
	}
	clear(s.byText)
}
