package kit

// Statuses returns the status of every refusal by its code.
func Statuses() map[string]int { return statuses }
