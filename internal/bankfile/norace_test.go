//go:build !race

package bankfile_test

const underRace = false
