// Package arch defines which packages may import each other, and tests that they do.
package arch

const module = "kontor"

// anything in a rule lets a package import every other one.
const anything = "*"

// leaves import no package of the shop. Every package may use them, the domain only
// those that its rule names.
var leaves = []string{
	"internal/certificate",
	"internal/config",
	"internal/gate",
	"internal/i18n",
	"internal/jsvalue",
	"internal/rescue",
	"internal/systemd",
	"internal/trace",
}

// subjects stands in a rule for the subjects of the shop.
const subjects = "internal/shop/*"

// rules names, for each package, the packages of the shop that its code may import
// besides the leaves.
//
//	cmd → web → subjects of the shop ← {store, paypal, oidc, mail}
//	store → database
//
// A new package needs a rule here; without one the test fails. Test files are exempt,
// since scenario tests start the whole shop.
var rules = map[string][]string{
	// The base of all subjects; it compares texts as JavaScript does.
	"internal/shop": {},

	// A subject has its types, rules and use cases, and declares what these need from
	// adapters. Each row lists the other subjects that it may import.
	"internal/shop/catalogue":  {"internal/shop", "internal/shop/search", "internal/shop/stock", "internal/shop/tax"},
	"internal/shop/search":     {"internal/shop"},
	"internal/shop/stock":      {"internal/shop"},
	"internal/shop/tax":        {"internal/shop"},
	"internal/shop/message":    {"internal/shop"},
	"internal/shop/audit":      {"internal/shop", "internal/shop/message", "internal/shop/outbox"},
	"internal/shop/order":      {"internal/shop", "internal/shop/catalogue", "internal/shop/message", "internal/shop/stock", "internal/shop/tax"},
	"internal/shop/coupon":     {"internal/shop", "internal/shop/order"},
	"internal/shop/bank":       {"internal/shop", "internal/shop/order"},
	"internal/shop/account":    {"internal/shop", "internal/shop/order"},
	"internal/shop/outbox":     {"internal/shop", "internal/shop/message", "internal/shop/order"},
	"internal/shop/checkout":   {"internal/shop", "internal/shop/catalogue", "internal/shop/coupon", "internal/shop/message", "internal/shop/order", "internal/shop/outbox", "internal/shop/stock", "internal/shop/tax"},
	"internal/shop/withdrawal": {"internal/shop", "internal/shop/message", "internal/shop/order", "internal/shop/outbox"},
	"internal/shop/threshold":  {"internal/rescue", "internal/shop", "internal/shop/audit", "internal/shop/message", "internal/shop/order", "internal/shop/outbox", "internal/shop/tax"},
	"internal/shop/dispatch":   {"internal/shop", "internal/shop/message", "internal/shop/order", "internal/shop/outbox"},
	"internal/shop/report":     {"internal/rescue", "internal/shop", "internal/shop/message", "internal/shop/order", "internal/shop/outbox"},
	"internal/shop/payment":    {subjects},

	// Checks the shop's books with plain SQL.
	"internal/books": {"internal/shop"},

	// Makes and opens copies of the shop.
	"internal/backup": {"internal/shop", "internal/shop/account", "internal/shop/audit", "internal/database", "internal/store"},

	// The engine below the store knows no table of the shop.
	"internal/database": {"internal/shop", "internal/mark"},

	// The mark beside the database.
	"internal/mark": {},

	// Adapters serve the subjects' types and never know each other.
	"internal/store":            {subjects, "internal/books", "internal/database", "internal/store/migrations", "internal/store/base", "internal/store/auditlog", "internal/store/messages", "internal/store/gates", "internal/store/payments", "internal/store/accounts", "internal/store/stocks"},
	"internal/store/migrations": {},
	"internal/paypal":           {subjects, "internal/calls"},
	"internal/oidc":             {subjects, "internal/calls"},
	"internal/mail":             {subjects, "internal/calls", "internal/legaltext"},

	// Carries and measures the adapters' requests to outside services.
	"internal/calls": {},

	// Measures the shop beside its HTTP server.
	"internal/metrics": {subjects, "internal/backup", "internal/calls", "internal/database"},

	// The store's rooms lie below its orders: what a room needs of these it declares as an
	// interface. Each row lists the other rooms that it may import.
	"internal/store/base":     {"internal/shop", "internal/shop/audit", "internal/shop/message", "internal/database"},
	"internal/store/auditlog": {"internal/shop", "internal/shop/audit", "internal/database", "internal/store/base"},
	"internal/store/messages": {"internal/shop", "internal/shop/audit", "internal/shop/message", "internal/shop/order", "internal/database", "internal/store/base"},
	"internal/store/gates":    {"internal/shop", "internal/shop/audit", "internal/shop/message", "internal/database", "internal/store/base", "internal/store/messages"},
	"internal/store/payments": {subjects, "internal/database", "internal/store/base", "internal/store/messages"},
	"internal/store/stocks":   {subjects, "internal/database", "internal/store/base"},
	"internal/store/accounts": {subjects, "internal/database", "internal/store/base", "internal/store/messages", "internal/store/payments"},

	// The web knows the use cases and no adapter. Its parts share the kit; storefront
	// and office never know each other.
	"internal/web":            {subjects, "internal/invoice", "internal/web/kit", "internal/web/door", "internal/web/storefront", "internal/web/office", "internal/web/api"},
	"internal/web/storefront": {subjects, "internal/invoice", "internal/legaltext", "internal/picture", "internal/web/kit", "internal/web/door"},
	"internal/web/office":     {subjects, "internal/bankfile", "internal/invoice", "internal/picture", "internal/web/kit", "internal/web/door"},
	"internal/web/door":       {"internal/shop", "internal/shop/audit", "internal/web/kit"},
	"internal/web/api":        {"internal/web/kit"},
	"internal/web/kit":        {subjects},

	// Convert the files of banks and of cameras to values of the shop.
	"internal/bankfile": {subjects},
	"internal/picture":  {subjects},

	// Reads the operator's legal texts.
	"internal/legaltext": {subjects},

	// Draws documents from orders.
	"internal/invoice": {subjects},

	// Examines a shop from outside: its settings, its database, its operator's texts.
	"internal/doctor": {subjects, "internal/backup", "internal/database", "internal/mark", "internal/store", "internal/legaltext", "internal/paypal"},

	// Makes the demo's catalogue and orders.
	"internal/demo": {subjects},

	// Simulators of outside services, which a rehearsal runs in the program.
	"internal/paypal/paypalsim": {subjects},
	"internal/oidc/oidcsim":     {},

	// Shared by tests.
	"tests/arch":       {},
	"tests/scratch":    {},
	"tests/pgtest":     {"tests/scratch"},
	"tests/chromium":   {"tests/scratch"},
	"tests/storetest":  {subjects, "internal/invoice"},
	"tests/emptydb":    {"internal/database", "internal/store", "tests/pgtest", "tests/scratch"},
	"tests/apispec":    {},
	"tests/thirdparty": {},
	"tests/mailtest":   {subjects, "internal/mail"},
	"tests/process":    {},
	"tests/refusal":    {subjects},
	"tests/crowd":      {},
	"tests/books":      {"internal/books", "tests/crowd"},

	// Only these put the parts together.
	"cmd/kontor":     {anything},
	"tests/shoptest": {anything},
	"tests/bench":    {anything},
	"tests/crash":    {anything},
	"tests/ha":       {anything},
}

// subjectImports are the only packages outside the standard library that subjects may
// import, including those below them.
var subjectImports = []string{"golang.org/x/text"}

// reserved lists for external packages which of the shop's packages alone may import
// them. Paths on both sides include the packages below them.
var reserved = map[string][]string{
	// All SQL is in one place, and the engine below it; tests measure and audit around it.
	"database/sql":                {"internal/books", "internal/database", "internal/store", "tests"},
	"modernc.org/sqlite":          {"internal/database", "tests"},
	"github.com/jackc/pgx/v5":     {"internal/database", "tests"},
	"github.com/pressly/goose/v3": {"internal/database"},

	// Tokens are processed in one place.
	"github.com/coreos/go-oidc/v3":  {"internal/oidc"},
	"github.com/go-jose/go-jose/v4": {"internal/oidc"},
	"golang.org/x/oauth2":           {"internal/oidc"},

	// Certificates are obtained in one place.
	"github.com/caddyserver/certmagic": {"internal/certificate"},
	"go.uber.org/zap":                  {"internal/certificate"},

	// The subjects and the store know nothing of HTTP.
	"net/http": {
		"cmd/kontor", "internal/web", "internal/gate", "internal/certificate",
		"internal/calls", "internal/paypal", "internal/oidc", "internal/mail", "tests",
	},
}
