// Package outbox sends the messages that the shop owes: at once, and again until
// each has arrived. What has to be sent is in the store alone.
package outbox
