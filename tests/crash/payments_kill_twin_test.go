package crash

import (
	"net/http"
	"time"

	"kontor/internal/shop/order"
	"kontor/tests/crowd"
)

// twinGivenBack is about an order that the shop finished without its buyer's browser,
// who then ordered by transfer, and which the operator gives back.
var twinGivenBack = story{
	name: "the operator gives a duplicate back", // T59
	play: func(k *till) string {
		id := k.create("schluessel-der-kasse-1")
		if id == "" || k.sim.Approve(id) != nil {
			return id
		}
		k.forward()
		k.awaitEndOr(func() bool { b := k.books(); return b.problem() == "" && paid(b) == "" })
		transfer := basket("")
		delete(transfer, "kassenSchluessel")
		k.shop.visit(http.MethodPost, "/api/orders", transfer)
		k.returnTwin()
		return id
	},
	planned: twinReturned,
	about:   `refund`,
	every:   50 * time.Millisecond,
	later: func(k *till) {
		if k.books().payments[0].Returned == 0 {
			k.returnTwin() // the order for it was lost
		}
	},
}

// returnTwin is the operator's click beside the first order.
func (k *till) returnTwin() {
	if operator := k.operator(); operator != nil {
		crowd.Send(operator, http.MethodPost, k.shop.url+"/api/verwaltung/orders/1/doppelt/zuruecknehmen", nil)
	}
}

// twinReturned requires that the order is cancelled and all its money returned.
func twinReturned(b *tradingBooks) string {
	for _, e := range b.entries {
		if e.Held() != 0 || len(b.orders[e.OrderID]) != 1 || b.orders[e.OrderID][0].Status != order.StatusCancelled {
			return e.OrderID + " was not given back"
		}
	}
	return paid(b)
}
