// Package paypal is the shop's client for PayPal's API: orders, captures, refunds,
// disputes, the search for transactions, and the verification of notifications.
//
// Every call ends in one of three ways: a value, a [payment.PayPalRefusal] (PayPal said
// no) or a [payment.PayPalUnknown] (the outcome is unknown). Nothing is retried except
// once, after PayPal has refused an access token; callers retry with the same request
// id.
//
// Source: PayPal Orders v2, Payments v2, Webhooks v1, Disputes v1, Transaction Search
// v1.
package paypal
