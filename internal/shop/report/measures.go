package report

import "time"

// Measures are figures of the moment, for the shop's metrics.
type Measures struct {
	LastOrder    time.Time // when the newest order was placed; zero: there is none
	MailsWaiting int64
	OldestMail   time.Time        // when the oldest waiting message was written; zero: none waits
	Payments     map[string]int64 // in each state that is not an end
	Sessions     int64            // of the administration
	AuditEntries int64            // ever written
}
