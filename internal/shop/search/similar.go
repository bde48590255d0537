package search

import "math/bits"

// near returns the words whose stem can be made of a text with that many errors.
func (x *Index) near(text string, errors int) (found []int32) {
	has := letters(text)
	for i := range x.stems {
		s := &x.stems[i]
		// Each error changes at most two letters, and the length by one.
		if bits.OnesCount32(s.letters^has) > 2*errors || max(len(s.text)-len(text), len(text)-len(s.text)) > errors {
			continue
		}
		if distance(text, s.text, errors) <= errors {
			found = append(found, s.words...)
		}
	}
	return found
}

func letters(text string) (bitmap uint32) {
	for i := range len(text) {
		bitmap |= 1 << (text[i] & 31)
	}
	return bitmap
}

// distance returns how many letters have to be left out, put in, exchanged, or swapped
// with their neighbour to turn one text into the other; more than most once it is clear
// that there are more.
func distance(a, b string, most int) int {
	var rows [3][mostLetter + 1]uint8
	before, last, row := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
		last[j] = uint8(j)
	}
	for i := 1; i <= len(a); i++ {
		row[0] = uint8(i)
		least := uint8(i)
		for j := 1; j <= len(b); j++ {
			other := uint8(1)
			if a[i-1] == b[j-1] {
				other = 0
			}
			row[j] = min(last[j-1]+other, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			least = min(least, row[j])
		}
		if int(least) > most {
			return int(least)
		}
		before, last, row = last, row, before
	}
	return int(last[len(b)])
}
