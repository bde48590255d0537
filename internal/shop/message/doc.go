// Package message has the e-mails that the shop owes, the states that they pass
// through, and what each of them is about. Package outbox sends them.
package message
