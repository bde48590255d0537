package shoptest

import (
	"sync"
	"testing"
	"time"
)

// Together sends n requests at the same time, and returns their answers.
func Together(n int, send func(i int) Answer) []Answer {
	answers := make([]Answer, n)
	var sending sync.WaitGroup
	for i := range n {
		sending.Go(func() { answers[i] = send(i) })
	}
	sending.Wait()
	return answers
}

// Eventually waits for something that happens soon. It ends the test if that does not
// happen within a minute.
func Eventually(t testing.TB, happened func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !happened(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it did not happen within a minute")
		}
	}
}
