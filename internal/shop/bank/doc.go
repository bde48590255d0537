// Package bank has the money received according to bank statements, how it is matched
// with orders, and the code from which a banking app reads a transfer.
package bank
