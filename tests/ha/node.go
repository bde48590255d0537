package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"kontor/tests/process"
)

// node is one host of the database: a PostgreSQL server and its Patroni.
type node struct {
	site *site
	name string
	port int // of PostgreSQL
	rest int // of Patroni's REST API

	config  string
	data    string
	patroni *process.Process
}

// start starts the node's Patroni, which starts PostgreSQL.
func (n *node) start() error {
	path, err := find("patroni")
	if err != nil {
		return err
	}
	n.patroni, err = n.site.start(n.name, nil, path, n.config)
	return err
}

// postmaster returns the id of the node's PostgreSQL server.
func (n *node) postmaster() (int, error) {
	content, err := os.ReadFile(filepath.Join(n.data, "postmaster.pid"))
	if err != nil {
		return 0, err
	}
	first, _, _ := strings.Cut(string(content), "\n")
	pid, err := strconv.Atoi(first)
	if err != nil {
		return 0, fmt.Errorf("postmaster.pid of %s: %w", n.name, err)
	}
	if !n.runs(pid) {
		return 0, fmt.Errorf("the server of %s, process %d: %w", n.name, pid, os.ErrProcessDone)
	}
	return pid, nil
}

// runs reports whether a process is this node's server: the id in its file may have
// been reused.
func (n *node) runs(pid int) bool {
	line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	return err == nil && strings.Contains(string(line), n.data)
}

// crash kills the node's PostgreSQL like kill -9. Its children end with it.
func (n *node) crash() error {
	pid, err := n.postmaster()
	if err != nil {
		return err
	}
	return syscall.Kill(pid, syscall.SIGKILL)
}

// lose kills everything on the node at once, like a power failure.
func (n *node) lose() error {
	n.patroni.Strike()
	err := n.crash()
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, os.ErrProcessDone) {
		err = nil // it was not running
	}
	n.patroni.Kill()
	return err
}

// gone waits until the node's server has ended.
func (n *node) gone() error {
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if _, err := n.postmaster(); err != nil {
			return nil
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("the server of %s does not end", n.name)
		}
	}
}

// end stops a PostgreSQL whose Patroni is gone.
func (n *node) end() {
	if n.crash() == nil {
		n.gone() // its children end with it
	}
}
