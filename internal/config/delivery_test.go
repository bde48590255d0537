package config_test

import (
	"strings"
	"testing"

	"kontor/internal/config"
)

func TestP31_DeliveryTimes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]config.DeliveryTime{
		"": {}, "3": {From: 3, To: 3}, "2-4": {From: 2, To: 4}, " 2 – 4 ": {From: 2, To: 4}, "1-90": {From: 1, To: 90},
	} {
		if got := mustLoad(t, "LIEFERZEIT_CH="+text).DeliveryCH; got != want {
			t.Errorf("%q is %+v, want %+v", text, got, want)
		}
	}
	for _, text := range []string{"0", "0-2", "4-2", "2-91", "100", "2-", "-2", "2-4 Tage", "1.5", "2-3-4"} {
		_, err := config.Load([]string{"LIEFERZEIT_AT=" + text, "DATA_DIR=" + t.TempDir()}, nil)
		if err == nil || !strings.Contains(err.Error(), `LIEFERZEIT_AT="`) || !strings.Contains(err.Error(), "Werktage von 1 bis 90") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
