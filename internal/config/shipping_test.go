package config_test

import (
	"testing"

	"kontor/internal/config"
)

func TestShippingRates(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]config.Shipping{
		"4,90/49":        {Cost: 490, FreeFrom: 4900},
		"4.90 / 49.00":   {Cost: 490, FreeFrom: 4900},
		"12,9":           {Cost: 1290},
		"0":              {},
		"999999,99/1,05": {Cost: 99999999, FreeFrom: 105},
	} {
		if got := mustLoad(t, "VERSAND_CH="+text).ShippingCH; got != want {
			t.Errorf("%q is %+v, want %+v", text, got, want)
		}
	}
	defaults := mustLoad(t)
	for name, got := range map[string][2]config.Shipping{
		"de": {defaults.ShippingDE, {Cost: 490, FreeFrom: 4900}},
		"at": {defaults.ShippingAT, {Cost: 790, FreeFrom: 7900}},
		"ch": {defaults.ShippingCH, {Cost: 1290, FreeFrom: 12900}},
		"lu": {defaults.ShippingLU, {Cost: 790, FreeFrom: 7900}},
	} {
		if got[0] != got[1] {
			t.Errorf("%s: %+v, want %+v", name, got[0], got[1])
		}
	}
}
