//go:build race

package bankfile_test

// underRace is set under the race detector, which empties pools at random, so that
// regular expressions allocate anew for each line. The memory bound is checked without
// it.
const underRace = true
