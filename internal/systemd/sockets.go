package systemd

import (
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
)

// firstSocket is the file descriptor of the first inherited socket.
const firstSocket = 3

// inherited is a socket that the manager holds, so that connections wait in it while the
// service is restarted.
type inherited struct {
	listener net.Listener
	taken    bool
}

// Open returns the manager that the environment (NAME=value) describes.
//
// The error says in German which inherited socket cannot be used.
func Open(environ []string) (*Manager, error) {
	values := make(map[string]string)
	for _, entry := range environ {
		name, value, _ := strings.Cut(entry, "=")
		values[name] = value
	}
	m := &Manager{socket: values["NOTIFY_SOCKET"], watchdog: watchdogOf(values)}
	if values["LISTEN_PID"] != strconv.Itoa(os.Getpid()) {
		return m, nil
	}
	count, _ := strconv.Atoi(values["LISTEN_FDS"])
	for fd := firstSocket; fd < firstSocket+count; fd++ {
		file := os.NewFile(uintptr(fd), "LISTEN_FD_"+strconv.Itoa(fd))
		listener, err := net.FileListener(file) // a copy that programs started later do not get
		file.Close()
		if err != nil {
			return nil, fmt.Errorf("der %d. Socket von systemd ist nicht zu brauchen: %w", fd-firstSocket+1, err)
		}
		m.sockets = append(m.sockets, &inherited{listener: listener})
	}
	return m, nil
}

// Listener returns the inherited socket with the port of the address, nil if there is
// none. The caller closes it; the manager goes on holding the socket.
func (m *Manager) Listener(addr string) net.Listener {
	_, port, _ := net.SplitHostPort(addr)
	for _, s := range m.sockets {
		if _, its, _ := net.SplitHostPort(s.listener.Addr().String()); its == port && !s.taken {
			s.taken = true
			return s.listener
		}
	}
	return nil
}

// CloseRest closes the inherited sockets that nobody has taken, and returns a German
// error that names them: whoever connected there would wait for ever.
func (m *Manager) CloseRest() error {
	var rest []error
	for _, s := range m.sockets {
		if !s.taken {
			s.taken = true
			rest = append(rest, fmt.Errorf("systemd hält %s bereit, aber weder LISTEN_ADDR noch LISTEN_ADDR_HTTP nennt diesen Port: die Einstellungen oder kontor.socket berichtigen", s.listener.Addr()))
			s.listener.Close()
		}
	}
	return errors.Join(rest...)
}
