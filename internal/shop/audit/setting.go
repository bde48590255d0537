package audit

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
)

// Set is a setting with the value of this start.
type Set struct {
	Name   string
	Value  string // empty: not set
	Secret bool   // the value is never stored
	Key    []byte // for the fingerprint of a secret; it is not in the database either
}

// Kept returns what is stored to notice a change: the value, or a secret's fingerprint,
// which without the key shows nothing about the secret.
func (s Set) Kept() string {
	if !s.Secret || s.Value == "" {
		return s.Value
	}
	mac := hmac.New(sha256.New, s.Key)
	mac.Write([]byte(s.Name + "\x00" + s.Value))
	return hex.EncodeToString(mac.Sum(nil))
}

// Changed returns the entry about a change from what was kept before.
func (s Set) Changed(before string) Entry {
	e := Entry{Action: Setting, Subject: Subject(KindSetting, s.Name), From: before, To: s.Value}
	if s.Secret {
		e.From, e.To = hidden(before), hidden(s.Value)
	}
	return e
}

func hidden(value string) string {
	if value == "" {
		return ""
	}
	return "(geheim)"
}
