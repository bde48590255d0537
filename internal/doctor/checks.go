package doctor

import (
	"context"

	"kontor/internal/config"
)

// settingsCheck is the name of the check of the settings.
const settingsCheck = "einstellungen"

// Checks returns what is examined of every shop whose settings can be used.
func Checks() []Check {
	return []Check{
		{settingsCheck, checkSettings},
		{"datenbank", checkDatabase},
		{"schema", checkSchema},
		{"datei", checkFile},
		{"marke", checkMark},
		{"umzug", checkMoved},
		{"rechte", checkPermissions},
		{"wal", checkLog},
		{"platz", checkRoom},
		{"zertifikat", checkCertificate},
		{"unversehrt", reading(checkDamage)},
		{"bestellungen", reading(checkBooks)},
		{"dokumente", reading(checkDocuments)},
		{"protokoll", reading(checkAudit)},
		{"sicherung", checkCopies},
		{"uhr", reading(checkNewest)},
		{"mails", reading(checkMails)},
		{"rueckstand", reading(checkBacklog)},
		{"oeffentlich", checkPublic},
	}
}

// checkSettings finds names that are no setting but seem to be meant as one.
func checkSettings(_ context.Context, s *Shop) []Finding {
	var found []Finding
	for _, name := range config.UnknownNames(s.Environ) {
		found = append(found, warning("den Namen berichtigen oder weglassen", "%s", name))
	}
	if len(found) == 0 {
		found = append(found, ok("alle Einstellungen sind bekannt und brauchbar"))
	}
	return found
}

// Problems returns settings that cannot be used as findings.
func Problems(problems config.Problems) []Finding {
	var findings []Finding
	for _, problem := range problems {
		f := failure("die Einstellung berichtigen; kontor config zeigt alle", "%s", problem)
		f.Check = settingsCheck
		findings = append(findings, f)
	}
	return findings
}
