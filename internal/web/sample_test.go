package web_test

import (
	"os"
	"time"
)

// thorough reports whether whole matrices are walked, not samples of them.
func thorough() bool { return os.Getenv("KONTOR_TEST_ALL") != "" }

// today returns a number below n, another one each day: the part of a matrix that a
// sampled run walks.
func today(n int) int { return time.Now().YearDay() % n }
