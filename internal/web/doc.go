// Package web is the shop as seen from outside: its routes, the gates in front of them,
// its pages and its JSON.
//
// routes.go lists every route with its guard; paths that are not in the list are closed
// like the rest of the site. Handlers return errors, and one function (errors.go)
// writes them, with the only table of HTTP statuses. Rules and storage lie behind
// [checkout.Service].
package web
