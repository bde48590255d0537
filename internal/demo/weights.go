package demo

import "math/rand/v2"

// weights draws indexes with probabilities proportional to their weights. It holds the
// running sums of the weights.
type weights []int

// weigh collects the weights of a table's rows.
func weigh[T any](rows []T, weight func(T) int) weights {
	sums := make(weights, len(rows))
	sum := 0
	for i, row := range rows {
		sum += weight(row)
		sums[i] = sum
	}
	return sums
}

func (w weights) draw(random *rand.Rand) int {
	target := random.IntN(w[len(w)-1])
	i := 0
	for w[i] <= target {
		i++
	}
	return i
}

// one draws a row of a table whose rows are equally likely.
func one[T any](random *rand.Rand, rows []T) T { return rows[random.IntN(len(rows))] }
