package message

import (
	"fmt"
	"time"
)

// MailWindow is the longest time over which a [MailLimit] counts.
const MailWindow = 24 * time.Hour

// MailLimit is how many messages strangers may have the shop send to one
// customer's address, in any hour and in any 24 hours; 0: no limit. Messages to
// the operator have none. Spec: POST /api/orders, rule 5.
type MailLimit struct {
	PerHour, PerDay int
}

// Off reports whether there is no limit at all.
func (l MailLimit) Off() bool { return l == MailLimit{} }

// Most is how many messages have to be known to judge another one.
func (l MailLimit) Most() int { return max(l.PerHour, l.PerDay) }

// Reached returns why an address that got messages at these times gets none at
// the given time, in German; empty: it gets one.
func (l MailLimit) Reached(got []time.Time, at time.Time) string {
	var hour, day int
	for _, t := range got {
		if age := at.Sub(t); age < time.Hour {
			hour++
			day++
		} else if age < MailWindow {
			day++
		}
	}
	const reason = "E-Mail an den Kunden angehalten: Diese Adresse hat in %s schon %d bekommen"
	switch {
	case l.PerHour > 0 && hour >= l.PerHour:
		return fmt.Sprintf(reason, "einer Stunde", hour)
	case l.PerDay > 0 && day >= l.PerDay:
		return fmt.Sprintf(reason, "24 Stunden", day)
	}
	return ""
}
