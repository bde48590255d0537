package message

import (
	"fmt"
	"time"
)

// MailWindow is the longest period over which a [MailLimit] counts.
const MailWindow = 24 * time.Hour

// MailLimit bounds how many messages strangers can make the shop send to one customer's
// address, in any hour and in any 24 hours; 0: no limit. Messages to the operator are
// not limited.
// Spec: POST /api/orders, rule 5.
type MailLimit struct {
	PerHour, PerDay int
}

// Off reports whether there is no limit at all.
func (l MailLimit) Off() bool { return l == MailLimit{} }

// Most returns how many earlier messages must be known to judge another one.
func (l MailLimit) Most() int { return max(l.PerHour, l.PerDay) }

// Reached returns in German why an address that got messages at these times gets none
// at the given time; empty: it gets one.
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
