// Package web is the shop seen from outside: its routes, the gates before them,
// its pages and its JSON.
//
// routes.go lists every route with the guard that stands before it; what is not
// in the list is closed like the rest of the site. Handlers return errors, and
// one function (errors.go) writes them, with the only table of HTTP statuses.
// Rules and storage lie behind [checkout.Service].
package web
