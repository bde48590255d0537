// Package bank has the money that came in by bank statements, how it is matched with
// orders, and the code from which a banking app reads a transfer.
package bank
