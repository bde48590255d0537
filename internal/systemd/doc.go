// Package systemd is the shop's side of its service manager: it reports the shop's state,
// keeps the watchdog quiet, and takes over sockets that the manager holds. Without a
// manager nothing of it has an effect.
package systemd
