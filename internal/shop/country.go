package shop

// Country is a destination that the shop delivers to, as its lower-case
// ISO 3166-1 code.
type Country string

// Countries are all destinations.
// Spec: Limits, countries.
var Countries = []Country{"de", "at", "ch", "lu"}

// Valid reports whether the shop delivers to c.
func (c Country) Valid() bool {
	switch c {
	case "de", "at", "ch", "lu":
		return true
	}
	return false
}

// Name returns the country's German name.
func (c Country) Name() string {
	switch c {
	case "de":
		return "Deutschland"
	case "at":
		return "Österreich"
	case "ch":
		return "Schweiz"
	case "lu":
		return "Luxemburg"
	}
	return string(c)
}

// Language is a language of the shop, in which a customer reads its mails.
type Language string

// Languages are the shop's languages; the first is the source and the default.
var Languages = []Language{"de", "en", "fr", "it"}

// LanguageOf returns the language named s, or German for any other text.
func LanguageOf(s string) Language {
	switch l := Language(s); l {
	case "en", "fr", "it":
		return l
	}
	return "de"
}
