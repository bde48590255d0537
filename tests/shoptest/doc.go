// Package shoptest starts whole shops for tests: the real router on a loopback address,
// a real database file, a clock that tests move. Its clients check every request and
// answer against the OpenAPI document, so that an undescribed route or status fails the
// test that encounters it.
//
//	shop := shoptest.Start(t)
//	visitor := shop.Visitor()
//	visitor.PostOrder(shoptest.Order()).Want(201)
//	shop.Operator().Get("/api/verwaltung/orders").Want(200)
package shoptest
