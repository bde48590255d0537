package doctor

import (
	"context"

	"kontor/internal/config"
)

// checkDelivery finds the countries for which the shop does not say how long delivery
// takes, which buyers must know before they order (Directive 2011/83, Art. 6).
func checkDelivery(_ context.Context, s *Shop) []Finding {
	c := s.Config
	var missing []string
	for _, setting := range []struct {
		name string
		time config.DeliveryTime
	}{
		{"LIEFERZEIT_DE", c.DeliveryDE}, {"LIEFERZEIT_AT", c.DeliveryAT},
		{"LIEFERZEIT_CH", c.DeliveryCH}, {"LIEFERZEIT_LU", c.DeliveryLU},
	} {
		if setting.time == (config.DeliveryTime{}) {
			missing = append(missing, setting.name)
		}
	}
	if len(missing) > 0 {
		return []Finding{warning("setzen, in Werktagen, etwa 2-4; oder die Lieferzeit in den Rechtstexten nennen",
			"der Shop nennt für %s keine Lieferzeit: %s", count(int64(len(missing)), "Land", "Länder"), list(missing))}
	}
	return []Finding{ok("der Shop nennt seine Lieferzeiten")}
}
