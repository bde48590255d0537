// Package paypal is the shop's client of PayPal's API: orders, captures, refunds
// and the check of notifications.
//
// Every call ends in one of three ways: a value, a [payment.PayPalRefusal] (PayPal
// said no) or a [payment.PayPalUnknown] (nobody knows). Nothing is tried again
// except once, after PayPal has refused an access token; whoever calls repeats
// with the same request id.
//
// Source: PayPal Orders v2, Payments v2, Webhooks v1.
package paypal
