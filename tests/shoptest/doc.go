// Package shoptest starts whole shops for tests: the real router on a loopback
// address, a real database file, a clock that tests move. Its clients compare
// every request and answer with the OpenAPI document, so that a route or a status
// that is not described there fails the test that meets it.
//
//	shop := shoptest.Start(t)
//	visitor := shop.Visitor()
//	visitor.PostOrder(shoptest.Order()).Want(201)
//	shop.Operator().Get("/api/verwaltung/orders").Want(200)
package shoptest
