package doctor

import "kontor/internal/config"

// Checks returns what is examined of every shop whose settings can be used.
func Checks() []Check {
	return []Check{
		{"datenbank", checkDatabase},
		{"schema", checkSchema},
		{"datei", checkFile},
		{"rechte", checkPermissions},
		{"wal", checkLog},
		{"platz", checkRoom},
		{"unversehrt", reading(checkDamage)},
		{"bestellungen", reading(checkBooks)},
		{"uhr", reading(checkNewest)},
		{"mails", reading(checkMails)},
		{"rueckstand", reading(checkBacklog)},
		{"oeffentlich", checkPublic},
	}
}

// Problems returns settings that cannot be used as findings.
func Problems(problems config.Problems) []Finding {
	var findings []Finding
	for _, problem := range problems {
		f := failure("die Einstellung berichtigen; kontor config zeigt alle", "%s", problem)
		f.Check = "einstellungen"
		findings = append(findings, f)
	}
	return findings
}
