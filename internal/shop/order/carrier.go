package order

import (
	"net/url"
	"slices"
)

// Carrier brings parcels to customers.
type Carrier string

// The carriers that the shop knows.
const (
	CarrierDHL        Carrier = "dhl"
	CarrierAustria    Carrier = "post_at"
	CarrierSwiss      Carrier = "post_ch"
	CarrierLuxembourg Carrier = "post_lu"
	CarrierOther      Carrier = "andere"
)

// Carriers are all of them, in the order in which they are offered.
var Carriers = []Carrier{CarrierDHL, CarrierAustria, CarrierSwiss, CarrierLuxembourg, CarrierOther}

// Valid reports whether c is one of [Carriers].
func (c Carrier) Valid() bool { return slices.Contains(Carriers, c) }

// Name returns the carrier's own name; empty for one that the shop does not know.
func (c Carrier) Name() string {
	switch c {
	case CarrierDHL:
		return "DHL"
	case CarrierAustria:
		return "Österreichische Post"
	case CarrierSwiss:
		return "Schweizerische Post"
	case CarrierLuxembourg:
		return "POST Luxembourg"
	}
	return ""
}

// TrackingURL returns the page on which the carrier shows where a parcel is; empty if
// it has no number, or the carrier is not known.
func (c Carrier) TrackingURL(number string) string {
	pages := map[Carrier]string{
		CarrierDHL:        "https://www.dhl.de/de/privatkunden/pakete-empfangen/verfolgen.html?piececode=",
		CarrierAustria:    "https://www.post.at/sv/sendungsdetails?snr=",
		CarrierSwiss:      "https://service.post.ch/ekp-web/ui/entry/search/",
		CarrierLuxembourg: "https://www.trackandtrace.lu/homepage.htm?numero=",
	}
	if number == "" || pages[c] == "" {
		return ""
	}
	return pages[c] + url.PathEscape(number)
}
