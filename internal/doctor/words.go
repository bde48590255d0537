package doctor

import (
	"fmt"
	"strings"
)

// list joins names for people.
func list(names []string) string { return strings.Join(names, ", ") }

// count returns a number with the word for it.
func count(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// size returns a number of bytes for people, with a decimal comma.
func size(bytes int64) string {
	for _, unit := range []struct {
		name string
		size int64
	}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}} {
		if bytes >= unit.size {
			return strings.Replace(fmt.Sprintf("%.1f %s", float64(bytes)/float64(unit.size), unit.name), ".", ",", 1)
		}
	}
	return fmt.Sprintf("%d Byte", bytes)
}
