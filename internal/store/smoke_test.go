package store

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"kontor"
)

func BenchmarkPlace(b *testing.B) {
	for _, clients := range []int{1, 64} {
		b.Run(fmt.Sprint(clients), func(b *testing.B) {
			db, err := Open(context.Background(), Options{Dir: b.TempDir()})
			if err != nil {
				b.Fatal(err)
			}
			defer db.Close()
			var wg sync.WaitGroup
			n := make(chan int, b.N)
			for i := range b.N {
				n <- i
			}
			close(n)
			b.ResetTimer()
			for range clients {
				wg.Go(func() {
					for i := range n {
						d := &kontor.Draft{Country: "de", Customer: kontor.Person{Name: fmt.Sprintf("Erika Muster%d", i%500), Email: fmt.Sprintf("erika%d@example.org", i), Street: "Weg 1", Postcode: "12345", City: "Berlin"},
							Items: []kontor.DraftItem{{Slug: "merinowolle-petrol", Name: "Merinowolle Petrol", Quantity: 2, Price: 7.9}, {Slug: "holzknoepfe", Name: "Holzknöpfe 12 Stück", Quantity: 1, Price: 4.5}, {Slug: "acrylfarbe", Name: "Acrylfarbe Ultramarin", Quantity: 1, Price: 5.25}},
							Total: 25.55, PaymentMethod: "ueberweisung"}
						o := d.Order(time.Now().UTC())
						_, err := db.PlaceOrder(context.Background(), kontor.Placement{Order: o, Prefix: "BK", AttemptID: fmt.Sprintf("%032d", i), Prices: kontor.PriceCheckHint})
						if err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			wg.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "orders/s")
		})
	}
}
