package certificate

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"
)

// rereadAfter is how long files that were read are taken to be as they were.
const rereadAfter = time.Second

// Files is a certificate in two files. When these change, so does the certificate; while
// they cannot be used, it stays the one before.
type Files struct {
	cert, key string // paths
	log       *slog.Logger

	mu      sync.Mutex
	current *tls.Certificate
	state   string    // of the files when they were read last
	checked time.Time // when their state was compared last
}

// OpenFiles reads a certificate with its chain, and its key, both as PEM.
//
// The error is German and names the files.
func OpenFiles(cert, key string, log *slog.Logger) (*Files, error) {
	f := &Files{cert: cert, key: key, log: log, state: stateOf(cert, key), checked: time.Now()}
	var err error
	f.current, err = read(cert, key)
	return f, err
}

func read(cert, key string) (*tls.Certificate, error) {
	pair, err := tls.LoadX509KeyPair(cert, key)
	if err != nil {
		return nil, fmt.Errorf("das Zertifikat %s und sein Schlüssel %s sind nicht zu brauchen: %w", cert, key, err)
	}
	return &pair, nil
}

// stateOf returns what changes when one of the files does.
func stateOf(paths ...string) (state string) {
	for _, path := range paths {
		if info, err := os.Stat(path); err == nil {
			state += fmt.Sprintf("%d %d;", info.ModTime().UnixNano(), info.Size())
		}
	}
	return state
}

// GetCertificate returns the certificate, for [tls.Config]. It never fails.
func (f *Files) GetCertificate(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if now := time.Now(); now.Sub(f.checked) >= rereadAfter {
		f.checked = now
		f.refresh()
	}
	return f.current, nil
}

// refresh reads the files again if they have changed. Whoever replaces them writes one
// after the other, so a pair that does not match may do so a moment later.
func (f *Files) refresh() {
	state := stateOf(f.cert, f.key)
	if state == f.state {
		return
	}
	f.state = state
	fresh, err := read(f.cert, f.key)
	if err != nil {
		f.log.Warn("certificate files not usable, the earlier certificate stays", slog.Any("error", err))
		return
	}
	f.current = fresh
	f.log.Info("certificate read again", slog.Time("not_after", fresh.Leaf.NotAfter))
}

// End returns when the certificate ends.
func (f *Files) End() time.Time {
	pair, _ := f.GetCertificate(nil)
	return pair.Leaf.NotAfter
}
