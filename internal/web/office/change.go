package office

import (
	"context"
	"errors"
	"net/http"

	"kontor/internal/shop"
)

// change is a partial change to an entry: it is read, modified, and stored over the
// version that was read.
type change[T any] struct {
	load    func(ctx context.Context, key string) (T, error)
	version func(*T) int64
	apply   func(*T) error
	save    func(context.Context, T) (T, error)
}

// changeAttempts bounds how often a change starts over.
const changeAttempts = 5

// carryOut returns the entry as stored. If somebody else was faster it starts over with
// the newer version, so that only the named fields change; a request that demands a
// version gets [shop.ErrStale].
func (c change[T]) carryOut(r *http.Request, key string) (T, error) {
	for attempt := 1; ; attempt++ {
		stored, err := c.once(r, key)
		if !errors.Is(err, shop.ErrStale) || conditional(r) || attempt == changeAttempts {
			return stored, err
		}
	}
}

func (c change[T]) once(r *http.Request, key string) (T, error) {
	entry, err := c.load(r.Context(), key)
	if err != nil {
		return entry, err
	}
	if err := checkIfMatch(r, c.version(&entry)); err != nil {
		return entry, err
	}
	if err := c.apply(&entry); err != nil {
		return entry, err
	}
	return c.save(r.Context(), entry)
}

// demanded returns the version of an entry that the request demands, or 0. Only in that
// case does it load the entry.
func demanded[T any](r *http.Request, key string, load func(context.Context, string) (T, error), version func(*T) int64) (int64, error) {
	if !conditional(r) {
		return 0, nil
	}
	entry, err := load(r.Context(), key)
	if err != nil {
		return 0, err
	}
	return version(&entry), checkIfMatch(r, version(&entry))
}
