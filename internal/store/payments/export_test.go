package payments

// For the tests of this package, which open the whole store.
var UncancelledQuery = uncancelledQuery
