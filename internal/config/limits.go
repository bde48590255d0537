package config

import (
	"reflect"
	"time"
)

// outsidePublic is the tag of limits that protect public shops alone; others
// protect every shop that others can reach.
const outsidePublic = "public"

// relax turns the limits off that protect from strangers, when none can reach the
// shop; those that are set stay. Operations, section 8.
func (k *checker) relax() {
	k.config.lift(func(v Variable) bool { return k.texts[v.Name] == "" && k.config.reason(v) != "" })
}

// reason returns why a limit is off unless it is set, in German; empty: it is on.
func (c *Config) reason(v Variable) string {
	switch {
	case v.outside == "":
	case c.Local():
		return "auf diesem Rechner"
	case v.outside == outsidePublic && !bool(c.SitePublic):
		return "solange SITE_PUBLIC nicht true ist"
	}
	return ""
}

// LiftLimits turns every limit off that protects from strangers, also those that
// are set: a shop that is only rehearsed has none.
func (c *Config) LiftLimits() {
	c.lift(func(Variable) bool { return true })
}

func (c *Config) lift(which func(Variable) bool) {
	for _, v := range Variables() {
		if v.outside != "" && which(v) {
			reflect.ValueOf(c).Elem().FieldByName(v.field).SetZero()
		}
	}
}

// limits checks what bounds the connections, requests and answers of clients.
func (k *checker) limits() {
	c := k.config
	k.require(c.ConnectionLimit >= 0, "VERBINDUNGS_LIMIT")
	k.require(c.TotalConnectionLimit >= 0, "VERBINDUNGEN_GESAMT")
	k.require(c.RequestLimit >= 0, "ANFRAGEN_LIMIT")
	k.require(c.ExportLimit >= 0, "EXPORT_LIMIT")
	k.require(c.OrderLimit >= 0, "BESTELL_LIMIT")
	k.require(c.MailsPerHour >= 0, "MAIL_LIMIT_STUNDE")
	k.require(c.MailsPerDay >= 0, "MAIL_LIMIT_TAG")
	k.require(c.CouponLimit >= 0, "GUTSCHEIN_LIMIT")
	k.require(c.SignInLimit >= 0, "ANMELDE_LIMIT")
	if c.SendPatience != 0 {
		k.duration(c.SendPatience, time.Second, 10*time.Minute, "SENDEFRIST")
	}
}
