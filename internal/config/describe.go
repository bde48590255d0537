package config

import (
	"reflect"
	"regexp"
	"slices"
)

// Variable describes one setting.
type Variable struct {
	Name    string // in the environment
	Meaning string // German, without a full stop
	Form    string // German, the form of its values
	Default string
	Secret  bool // never shown, and no flag

	field   string // name of the field in Config
	outside string // for a limit on strangers: the shops it protects; elsewhere it is off by default
}

// forms describes the values shared by several variables, by rule.
var forms = map[string]string{
	"code": "mindestens 12 Zeichen, anders als alle übrigen Codes und Geheimnisse",
	"key":  "mindestens 32 zufällige Zeichen, anders als alle übrigen, etwa aus: openssl rand -base64 32",

	"shipping": shippingText,
	"delivery": deliveryText,

	"issuer": "eine Adresse mit https, genau wie der Dienst sie angibt; http nur auf diesem Rechner",
	"client": "der Wert aus der Registrierung beim Dienst, ohne Leerzeichen",
	"label":  "1 bis 40 Zeichen in einer Zeile",
}

// Variables returns all settings in the order in which they are shown.
func Variables() []Variable {
	var all []Variable
	for field := range reflect.TypeFor[Config]().Fields() {
		if name, ok := field.Tag.Lookup("env"); ok {
			all = append(all, Variable{
				Name:    name,
				Meaning: field.Tag.Get("meaning"),
				Form:    field.Tag.Get("form") + forms[field.Tag.Get("rule")],
				Default: field.Tag.Get("envDefault"),
				Secret:  field.Type == reflect.TypeFor[Secret](),
				field:   field.Name,
				outside: field.Tag.Get("outside"),
			})
		}
	}
	return all
}

// variable returns the setting with the given name.
func variable(name string) Variable {
	all := Variables()
	return all[slices.IndexFunc(all, func(v Variable) bool { return v.Name == name })]
}

// Has reports whether a variable has a value, set or generated.
func (c *Config) Has(name string) bool {
	_, set := c.values[name]
	return set
}

// Row is one line of the overview of all settings.
type Row struct {
	Variable
	Value  string // masked when secret
	Origin Origin
}

// Describe returns one row for each setting, set or not.
func (c *Config) Describe() []Row {
	var rows []Row
	for _, v := range Variables() {
		row := Row{Variable: v, Value: v.Default, Origin: OriginDefault}
		if set, ok := c.values[v.Name]; ok {
			row.Value, row.Origin = set.shown, set.origin
		} else if c.Local() && c.requires(v.Name) {
			row.Value = "(beim ersten Start erzeugt)"
		} else if v.Name == "LISTEN_ADDR" {
			row.Value = c.ListenAddr // another one with TLS
		} else if why := c.reason(v); why != "" {
			row.Value = "aus (" + why + "; sonst " + v.Default + ")"
		}
		rows = append(rows, row)
	}
	return rows
}

// Reveal returns the value of a secret setting, for a fingerprint of it.
func (c *Config) Reveal(v Variable) string {
	return reflect.ValueOf(c).Elem().FieldByName(v.field).String()
}

// userinfo is the part of a URL that carries a password.
var userinfo = regexp.MustCompile(`//[^/@]*@`)

// show returns a value in the form in which it may be shown.
func (v Variable) show(text string) string {
	if v.Secret {
		return Secret(text).String()
	}
	return userinfo.ReplaceAllString(text, "//"+mask+"@")
}
