package invoice

import "kontor/internal/shop"

// taxes states how much of the amount is tax, by rates; nil: none.
func (s *sheet) taxes() (lines []sum) {
	if !s.taxed.Taxed() {
		return nil
	}
	net := shop.Cents(0)
	for _, share := range s.shares {
		rate := s.seller.Tax.Rate(s.taxed, share.Class, s.day)
		contained := rate.Back(share.Of, share.Gross)
		net += share.Gross - contained
		label := s.text("invoice.tax", "Percent", s.say.Percent(int64(rate)))
		if len(s.shares) > 1 {
			label = s.text("invoice.taxOf", "Percent", s.say.Percent(int64(rate)), "Net", s.amount(s.sign*(share.Gross-contained)))
		}
		lines = append(lines, sum{label, contained})
	}
	return append(lines, sum{s.text("invoice.net"), net})
}
