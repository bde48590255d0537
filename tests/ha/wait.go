package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// patience is how long anything may take that must happen.
const patience = 90 * time.Second

var errWaiting = errors.New("still waiting")

// giveUp wraps an error that waiting does not fix.
type giveUp struct{ error }

// await polls until ask returns nil.
func await(ctx context.Context, what string, ask func() error) error {
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(patience); ; {
		err := ask()
		switch {
		case err == nil:
			return nil
		case errors.As(err, new(giveUp)):
			return err
		case time.Now().After(deadline):
			return fmt.Errorf("not within %v: %s: %w", patience, what, err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

var probe = &http.Client{Timeout: 2 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}

// demandStatus returns nil if a GET is answered with the status.
func demandStatus(ctx context.Context, url string, status int) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return giveUp{err}
	}
	response, err := probe.Do(request)
	if err != nil {
		return err
	}
	response.Body.Close()
	if response.StatusCode != status {
		return fmt.Errorf("%s answers %d, want %d", url, response.StatusCode, status)
	}
	return nil
}
