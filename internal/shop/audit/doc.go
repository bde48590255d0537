// Package audit is the shop's record of what its operators did: entries that are chained
// by hashes, so that a changed, missing or swapped one is found, and the sessions in which
// they did it. An entry has ids, order numbers, amounts and states, but nothing about a
// customer, so that no erasure ever touches it.
package audit
