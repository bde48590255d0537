package i18n

// WorkingDays writes within how many working days something happens: "2–4 Werktage", or
// "3 Werktage" if both are the same.
func (t *Translator) WorkingDays(from, to int64) (string, error) {
	days := t.Number(to)
	if from != to {
		days = t.Number(from) + "–" + days
	}
	return t.Count("delivery.days", to, "Range", days)
}
