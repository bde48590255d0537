// Package withdrawal has the customers' withdrawals from contracts (§ 356a BGB).
package withdrawal
