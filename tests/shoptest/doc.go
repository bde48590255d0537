// Package shoptest starts whole shops for tests: the real router on a loopback address,
// a real database file, a clock that tests move. Its clients check every request and
// answer against the OpenAPI document, so that an undescribed route or status fails the
// test that encounters it.
//
// It is the vocabulary of all tests that speak HTTP. Checks of an answer end the test,
// because nothing after a wrong answer makes sense; goroutines besides the test's own
// therefore compare the Status.
//
//	shop := shoptest.Start(t)
//	visitor := shop.Visitor()
//	visitor.PostOrder(shoptest.Order()).Want(201)
//	shop.Operator().Get("/api/verwaltung/orders").Want(200)
package shoptest
