package accounts

import (
	"slices"
	"strings"
)

// aliases are the short names of tables that are joined.
var aliases = map[string]string{"m": "mails", "i": "mail_inhalte"}

// ExportedColumns returns all columns that a customer's download contains, each after its
// table.
func ExportedColumns() (exported []string) {
	tables := slices.Concat([]exportTable{customerExport, identityExport, sessionExport, downloadExport, orderExport, paymentExport},
		orderParts, paymentParts)
	for _, table := range tables {
		for _, column := range table.columns {
			name, rest, qualified := strings.Cut(column, ".")
			if qualified {
				exported = append(exported, aliases[name]+"."+rest)
				continue
			}
			exported = append(exported, table.from+"."+column)
		}
	}
	return exported
}
