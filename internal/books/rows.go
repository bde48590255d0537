package books

import (
	"fmt"
	"maps"
	"strings"
)

// Strays are queries that find nothing in sound books, by what they would find.
var Strays = map[string]string{
	"Positionen ohne Bestellung":   `SELECT order_id FROM order_items WHERE order_id NOT IN (SELECT id FROM orders)`,
	"Bestellungen ohne Positionen": `SELECT id FROM orders WHERE id NOT IN (SELECT order_id FROM order_items)`,
	"Nachrichten falsch gezählt": `SELECT zustand FROM (SELECT zustand, 1 AS n FROM mails UNION ALL SELECT zustand, -anzahl FROM mail_counters) AS both_sides
		GROUP BY zustand HAVING sum(n) <> 0`,
	"Lücken in den Positionen":  `SELECT order_id FROM order_items GROUP BY order_id HAVING min(position) <> 1 OR max(position) <> count(*)`,
	"Gutscheine ohne Einlösung": `SELECT id FROM orders WHERE gutschein_code IS NOT NULL AND id NOT IN (SELECT order_id FROM gutschein_einloesungen)`,
	"Einlösungen ohne Gutschein": `SELECT e.order_id FROM gutschein_einloesungen e JOIN orders o ON o.id = e.order_id
		WHERE e.code IS DISTINCT FROM o.gutschein_code`,
	"Änderungen ohne Verlauf": `SELECT id FROM orders o WHERE version <> 1 + (SELECT count(DISTINCT nr) FROM order_events e WHERE e.order_id = o.ID)`,
	"Verläufe mit anderem Ende": `SELECT o.id FROM orders o JOIN order_events e ON e.order_id = o.ID AND e.nr = o.version
		WHERE e.art = 'status' AND e.nach <> o.status`,
}

// listed is how many of a query's rows a sentence names.
const listed = 20

// checkRows finds rows that should not exist, or whose counterparts are missing.
func (r *reader) checkRows() (found []string) {
	queries := maps.Clone(Strays)
	schema := r.schema()
	if schema >= stockSchema {
		maps.Copy(queries, StrayStock)
	}
	if schema >= distanceSchema {
		maps.Copy(queries, StrayDistance)
	}
	for what, query := range queries {
		ids := r.texts(query)
		if len(ids) == 0 {
			continue
		}
		sentence := fmt.Sprintf("%s: %s", what, strings.Join(ids[:min(listed, len(ids))], " "))
		if len(ids) > listed {
			sentence += fmt.Sprintf(" und %d weitere", len(ids)-listed)
		}
		found = append(found, sentence)
	}
	return found
}

func (r *reader) checkSequence(engine Engine, last int64) (found []string) {
	r.each(engine.sequence, func(scan func(...any) error) error {
		var given int64
		if err := scan(&given); err != nil {
			return err
		}
		if given < last {
			found = append(found, fmt.Sprintf("Die Zählung der Bestellungen steht bei %d, aber es gibt Bestellung %d", given, last))
		}
		return nil
	})
	return found
}
