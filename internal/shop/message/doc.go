// Package message has the e-mails that the shop owes, the states that they pass
// through, and their subjects. Package outbox sends them.
package message
