package messages

import (
	"slices"

	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/store/base"
)

// Owed is a new message that an order causes, to its customer's address.
type Owed struct {
	Message *message.Message
	Order   *order.Order
	To      *Addressee
}

// OweTogether stores new messages of several orders, and sets what [Tx.Owe] would
// return. It is for engines that give the rows of one statement ids in a row.
func (t *Tx) OweTogether(owed []Owed) error {
	for part := range slices.Chunk(owed, base.RowsAtOnce) {
		var rows [][]any
		for _, o := range part {
			m := o.Message
			m.OrderID, m.OrderNumber = o.Order.ID, o.Order.Number
			row, err := messageRow(m, o.To.take(m))
			if err != nil {
				return err
			}
			rows = append(rows, row)
			t.CountMessages(m.State, +1)
		}
		last, err := t.Insert(insertMessages+base.ValueLists(len(rows), len(rows[0])), slices.Concat(rows...)...)
		if err != nil {
			return err
		}
		for i, o := range part {
			o.Message.ID = last - int64(len(part)-1-i)
		}
	}
	return nil
}
