package shop

// DeliveryTime says within how many working days goods arrive: From at the earliest, To
// at the latest. They are counted from the order or, if it is paid in advance, from its
// payment. The zero value says nothing.
type DeliveryTime struct{ From, To int64 }

// Known reports whether anything is said.
func (t DeliveryTime) Known() bool { return t.To > 0 }

// Later returns the delivery time of goods that take so many working days longer. What
// nobody says stays unsaid.
func (t DeliveryTime) Later(days int64) DeliveryTime {
	if !t.Known() {
		return t
	}
	return DeliveryTime{From: t.From + days, To: t.To + days}
}
