package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"

	"kontor/tests/pgtest"
	"kontor/tests/process"
)

// site is where everything runs: a directory of its own, an unprivileged user, and the
// processes started so far.
type site struct {
	dir      string
	postgres string              // directory of PostgreSQL's programs
	owner    *syscall.Credential // nil: the current user
	started  []*process.Process
	ports    map[int]bool // given away so far
	ends     []func()     // stop what has left its parent's process group
}

func newSite() (*site, error) {
	s := &site{ports: make(map[int]bool)}
	var err error
	if s.postgres, err = pgtest.Binaries(); err != nil {
		return nil, err
	}
	if s.owner, err = pgtest.Unprivileged(); err != nil {
		return nil, err
	}
	if s.dir, err = os.MkdirTemp("", "kontor-ha-"); err != nil {
		return nil, err
	}
	return s, s.give(s.dir)
}

// give hands a file to the user that runs the servers.
func (s *site) give(path string) error {
	if s.owner == nil {
		return nil
	}
	return os.Chown(path, int(s.owner.Uid), int(s.owner.Gid))
}

// port returns a port that nobody listens on, each only once.
func (s *site) port() (int, error) {
	for {
		port, err := pgtest.FreePort()
		if err != nil || !s.ports[port] {
			s.ports[port] = true
			return port, err
		}
	}
}

func (s *site) path(name string) string { return filepath.Join(s.dir, name) }

// folder makes a directory and returns its path.
func (s *site) folder(name string) (string, error) {
	path := s.path(name)
	if err := os.Mkdir(path, 0o700); err != nil {
		return "", err
	}
	return path, s.give(path)
}

// write writes a file and returns its path.
func (s *site) write(name, content string) (string, error) {
	path := s.path(name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		return "", err
	}
	return path, s.give(path)
}

// start starts a program as the site's user, with a log of the given name.
func (s *site) start(name string, env []string, program string, args ...string) (*process.Process, error) {
	cmd := exec.Command(program, args...)
	cmd.Dir = s.dir
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C.UTF-8", "HOME=" + s.dir}, env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: s.owner}
	p, err := process.Start(cmd, s.path(name+".log"))
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", name, err)
	}
	s.started = append(s.started, p)
	return p, nil
}

// clear stops everything that was started, and removes the directory unless it is kept.
func (s *site) clear(keep bool) error {
	for _, p := range s.started {
		p.Kill()
	}
	for _, end := range s.ends {
		end()
	}
	if keep {
		return nil
	}
	return os.RemoveAll(s.dir)
}

// find returns the path of a program from the packages that ./dev ha installs.
func find(name string) (string, error) {
	if path, err := exec.LookPath(name); err == nil {
		return path, nil
	}
	path := filepath.Join("/usr/sbin", name) // not in everybody's PATH
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("%s is not installed; ./dev ha does that: %w", name, err)
	}
	return path, nil
}
