package books

// stockSchema is the first schema with the stock.
const stockSchema = 30

// StrayStock are queries like [Strays] about the stock, which older copies do not have.
var StrayStock = map[string]string{
	"Bestände anders als ihre Buchungen": `SELECT slug FROM (SELECT slug, partie, bestand AS n FROM bestaende
			UNION ALL SELECT slug, partie, -menge FROM bestandsbuchungen) AS both_sides
		GROUP BY slug, partie HAVING sum(n) <> 0 ORDER BY slug`,
	"Bestellungen, die mehr zurückgaben, als sie nahmen": `SELECT order_id FROM bestandsbuchungen WHERE order_id IS NOT NULL
		GROUP BY order_id, slug HAVING sum(menge) > 0 ORDER BY order_id`,
	"Zahlungen, die mehr zurückgaben, als sie nahmen": `SELECT vorgang FROM bestandsbuchungen WHERE vorgang IS NOT NULL AND order_id IS NULL
		GROUP BY vorgang, slug HAVING sum(menge) > 0 ORDER BY vorgang`,
}

// schema returns the newest migration of the database.
func (r *reader) schema() (version int64) {
	r.each(`SELECT coalesce(max(version_id), 0) FROM schema_migrations`, func(scan func(...any) error) error { return scan(&version) })
	return version
}
