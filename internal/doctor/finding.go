package doctor

import "fmt"

// Level is how serious a finding is.
type Level string

// The levels, from good to bad.
const (
	OK      Level = "ok"
	Warning Level = "warnung"
	Failure Level = "fehler"
)

// Finding is what a check found. Its texts are German and disclose no secret and nothing
// about customers.
type Finding struct {
	Check  string // its name
	Level  Level
	Text   string
	Remedy string // what to do; empty if nothing is wrong
}

func ok(format string, args ...any) Finding {
	return Finding{Level: OK, Text: fmt.Sprintf(format, args...)}
}

func warning(remedy, format string, args ...any) Finding {
	return Finding{Level: Warning, Text: fmt.Sprintf(format, args...), Remedy: remedy}
}

func failure(remedy, format string, args ...any) Finding {
	return Finding{Level: Failure, Text: fmt.Sprintf(format, args...), Remedy: remedy}
}

// Worst returns the worst level of the findings; OK if there are none.
func Worst(findings []Finding) Level {
	worst := OK
	for _, f := range findings {
		if f.Level == Failure || f.Level == Warning && worst == OK {
			worst = f.Level
		}
	}
	return worst
}
