// Package outbox sends the messages that the shop owes: at once, and repeatedly until
// each has arrived. The pending ones exist only in the store.
package outbox
