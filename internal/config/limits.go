package config

import (
	"reflect"
	"time"
)

// outsidePublic tags the limits that protect public shops alone; the others protect
// every shop that other people can reach.
const outsidePublic = "public"

// relax turns off the limits on strangers when no stranger can reach the shop; limits
// that were set explicitly stay. Operations, section 8.
func (k *checker) relax() {
	k.config.lift(func(v Variable) bool { return k.texts[v.Name] == "" && k.config.reason(v) != "" })
}

// reason returns in German why a limit is off by default; empty: it is on.
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

// LiftLimits turns off every limit on strangers, including those set explicitly: a
// rehearsed shop has none.
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

// limits checks the bounds on clients' connections, requests and answers.
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
