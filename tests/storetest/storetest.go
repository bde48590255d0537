// Package storetest is the conformance suite of the shop's store: what every engine has
// to do, in scenarios. An engine's own test calls [Run] and [RunProperties];
// engine-specific matters (files, locks, settings) are tested beside that engine.
package storetest

import (
	"context"
	"database/sql"
	"iter"
	"slices"
	"testing"
	"time"

	"kontor/internal/gate"
	"kontor/internal/shop/account"
	"kontor/internal/shop/audit"
	"kontor/internal/shop/bank"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/dispatch"
	"kontor/internal/shop/order"
	"kontor/internal/shop/outbox"
	"kontor/internal/shop/payment"
	"kontor/internal/shop/report"
	"kontor/internal/shop/stock"
	"kontor/internal/shop/threshold"
	"kontor/internal/shop/withdrawal"
)

// Store is what the suite exercises: what the use cases need from a store, and what the
// program itself does with one.
type Store interface {
	checkout.Store
	order.Store
	catalogue.Store
	coupon.Store
	stock.Store
	threshold.Store
	bank.Store
	outbox.Store
	outbox.Queue
	withdrawal.Store
	dispatch.Store
	payment.Store
	payment.Notices
	payment.Books
	report.Store
	Available() error
	Import(ctx context.Context, orders iter.Seq[*order.Order], prefix string) (int64, error)
	gate.Failures
	gate.Allowances
	EndGateSession(ctx context.Context, purpose gate.Purpose, id string, until time.Time) error
	GateSession(ctx context.Context, purpose gate.Purpose, session gate.Session) (gate.Standing, error)
	audit.Store
	RecordSettings(ctx context.Context, settings []audit.Set) error
	account.Store
	EraseCustomerAgain(ctx context.Context, id int64, at time.Time) (account.Erasure, error)
	RetentionYears(context.Context, order.RetentionTerms) ([]order.RetentionYear, error)
	Anonymize(ctx context.Context, terms order.RetentionTerms, at time.Time, done func(numbers []string)) error
	ForgetWords() error
	ForgetKeys(ctx context.Context, before time.Time) (int64, error)
	ForgetGateState(ctx context.Context, now time.Time) error
	CatchUp(ctx context.Context, now time.Time) error
	RemoveDemo(ctx context.Context, at time.Time) (products, coupons int64, kept []string, err error)
	Measures(ctx context.Context, now time.Time) (report.Measures, error)
	AdoptDocuments(ctx context.Context, by *order.Issuer) (more bool, err error)
	CheckDocuments(context.Context) (order.ChainCheck, error)
	Ready(context.Context) error
	Close() error
}

// Engine is an empty store with what the suite needs besides.
type Engine struct {
	Store Store
	// Shared reports whether several processes may use the database.
	Shared bool
	// SQL reads the same database on connections of its own, so that results are
	// compared with plain queries that no code of the store has touched.
	SQL *sql.DB
	// SetNextID sets the id of the next order.
	SetNextID func(id int64) error
	// Exec runs a statement around the store, to interfere with it.
	Exec func(query string) error
}

// Open creates an empty store that ends with the test. Each call creates another.
type Open func(testing.TB) *Engine

// scenario is one story with a store of its own.
type scenario struct {
	name string // begins with the rows of the outcome table that it proves
	run  func(*suite)
}

// Run runs all scenarios.
func Run(t *testing.T, open Open) {
	for group, scenarios := range map[string][]scenario{
		"Orders": orderScenarios, "Idempotency": idempotencyScenarios,
		"Coupons": couponScenarios, "CouponUses": couponUseScenarios, "CouponRaces": couponRaceScenarios, "CouponCatalogue": couponCatalogueScenarios,
		"Stock": stockScenarios, "StockRaces": stockRaceScenarios,
		"Hints": hintScenarios, "TaxClasses": taxClassScenarios, "Delivery": deliveryScenarios, "ProductImport": productImportScenarios, "Changes": changeScenarios, "Products": productScenarios, "Shelves": shelfScenarios,
		"List": listScenarios, "Paging": pagingScenarios, "Search": searchScenarios,
		"Bestsellers": bestsellerScenarios, "Figures": figureScenarios, "Import": importScenarios,
		"Photos": photoScenarios, "Withdrawals": withdrawalScenarios, "Invoices": invoiceScenarios, "Documents": documentScenarios, "Threshold": thresholdScenarios,
		"Parcels": parcelScenarios, "ParcelInvoices": dispatchInvoiceScenarios, "ParcelLists": parcelBulkScenarios,
		"Gates": gateScenarios, "Bank": bankScenarios, "Payments": paymentScenarios, "Twins": twinScenarios, "Sweeps": sweepScenarios,
		"Accounts": accountScenarios, "Erasure": erasureScenarios, "Retention": retentionScenarios,
		"Audit": auditScenarios, "OperatorSessions": operatorSessionScenarios,
		"Outbox": outboxScenarios, "MailLimit": mailLimitScenarios, "OutboxClaims": outboxClaimScenarios,
		"OutboxOperator": outboxOperatorScenarios, "OutboxResend": outboxResendScenarios,
		"Measures": measureScenarios,
	} {
		t.Run(group, func(t *testing.T) { runAll(t, open, scenarios) })
	}
}

// RunSearch runs the scenarios in which words are searched or removed, for stores that
// keep them in different ways.
func RunSearch(t *testing.T, open Open) {
	runAll(t, open, slices.Concat(searchScenarios, pagingScenarios, listScenarios, retentionScenarios))
}

func runAll(t *testing.T, open Open, scenarios []scenario) {
	for _, s := range scenarios {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			s.run(newShop(t, open(t)))
		})
	}
}
