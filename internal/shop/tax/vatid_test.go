package tax

import "testing"

func TestVATIDs(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"ATU12345678": "AT", " at u 123.456-78 ": "AT", "de 123 456 789": "DE", "IE1234567WA": "IE", "EL123456789": "EL", "XI123456789": "XI",
		"NL123456789B01": "NL", "FR XX 123456789": "FR",
		"": "", "A": "", "ATU1234567": "", "ATU123456789": "", "AT12345678": "", "GR123456789": "", "CHE-123.456.789 MWST": "", "DE12345678X": "", "DE": "",
	} {
		clean := CleanVATID(typed)
		if got := MemberState(clean); got != want {
			t.Errorf("%q: %q, want %q", clean, got, want)
		}
		if swiss := clean == "CHE123456789MWST"; VATIDFits(clean) != (want != "" || swiss) {
			t.Errorf("%q fits: %v", clean, VATIDFits(clean))
		}
	}
}
