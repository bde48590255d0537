package config

import (
	"reflect"
	"time"
)

// relax turns the limits off that protect from strangers, when only this computer
// can reach the shop; those that are set stay. Operations, section 8.
func (k *checker) relax() {
	if k.config.Local() {
		k.config.lift(func(v Variable) bool { return k.texts[v.Name] == "" })
	}
}

// LiftLimits turns every limit off that protects from strangers, also those that
// are set: a shop that is only rehearsed has none.
func (c *Config) LiftLimits() {
	c.lift(func(Variable) bool { return true })
}

func (c *Config) lift(which func(Variable) bool) {
	for _, v := range Variables() {
		if v.outside && which(v) {
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
	if c.SendPatience != 0 {
		k.duration(c.SendPatience, time.Second, 10*time.Minute, "SENDEFRIST")
	}
}
