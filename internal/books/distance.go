package books

// distanceSchema is the first schema with sales to consumers in other member states.
const distanceSchema = 32

// StrayDistance are queries like [Strays] about those sales, which older copies do not
// have.
var StrayDistance = map[string]string{
	"EU-Fernverkäufe anders als ihre Dokumente": `SELECT jahr FROM (SELECT jahr, netto_cent AS n FROM fernverkauf_jahre
			UNION ALL SELECT jahr, -netto_cent FROM fernverkaeufe) AS both_sides
		GROUP BY jahr HAVING sum(n) <> 0 ORDER BY jahr`,
	"Dokumente falsch zum EU-Fernverkauf gezählt": `SELECT d.nummer FROM dokumente d LEFT JOIN fernverkaeufe f ON f.dokument_id = d.id
		WHERE (d.fall IN ('fernverkauf_sitz', 'fernverkauf_ziel')) <> (f.dokument_id IS NOT NULL) ORDER BY d.id`,
}
