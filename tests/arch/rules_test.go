// Package arch holds the directions in which the shop's packages may import
// each other, and the test that keeps them.
package arch

// module is the module's path, which is the import path of the domain too.
const module = "kontor"

// anything in a rule lets a package import every other one.
const anything = "*"

// leaves import no package of the shop. Every package may use them, the domain only
// those that its rule names.
var leaves = []string{
	"internal/config",
	"internal/gate",
	"internal/i18n",
	"internal/jsvalue",
	"internal/rescue",
}

// rules names, for each package, the packages of the shop that its code may
// import besides the leaves; "." is the domain.
//
//	cmd → web → {checkout, account} → kontor ← {store, paypal, oidc, mail}
//
// Whoever adds a package decides here where it stands: one without a rule fails
// the test. Test files are free, since scenario tests start the whole shop.
var rules = map[string][]string{
	// The domain knows nobody; it compares texts as JavaScript does.
	".": {"internal/jsvalue"},

	// Use cases know the domain alone, and declare what they need of the adapters.
	"internal/checkout": {"."},
	"internal/account":  {"."},

	// Adapters serve the domain's types and never know each other.
	"internal/store":            {".", "internal/store/migrations"},
	"internal/store/migrations": {},
	"internal/paypal":           {"."},
	"internal/oidc":             {"."},
	"internal/mail":             {".", "internal/legaltext"},

	// The web knows the use cases and no adapter.
	"internal/web":     {".", "internal/checkout", "internal/account", "internal/bankfile", "internal/invoice", "internal/legaltext", "internal/picture", "internal/web/api"},
	"internal/web/api": {},

	// Read the files of banks and of cameras into domain values.
	"internal/bankfile": {"."},
	"internal/picture":  {"."},

	// Reads the operator's legal texts.
	"internal/legaltext": {"."},

	// Draws documents from domain values.
	"internal/invoice": {"."},

	// The demo's catalogue and orders are made of domain values.
	"internal/demo": {".", "internal/checkout"},

	// Simulators of outside services, which a rehearsal runs in the program.
	"internal/paypal/paypalsim": {"."},
	"internal/oidc/oidcsim":     {},

	// What tests share.
	"tests/arch":       {},
	"tests/pgtest":     {},
	"tests/storetest":  {".", "internal/account", "internal/checkout", "internal/store"},
	"tests/apispec":    {},
	"tests/thirdparty": {},
	"tests/mailtest":   {".", "internal/mail"},
	"tests/process":    {},
	"tests/crowd":      {},
	"tests/books":      {"tests/crowd"},

	// Only these put the parts together.
	"cmd/kontor":     {anything},
	"tests/shoptest": {anything},
	"tests/bench":    {anything},
	"tests/crash":    {anything},
	"tests/ha":       {anything},
}

// domainImports are the only packages outside the standard library that the
// domain may import, with those below them.
var domainImports = []string{"golang.org/x/text"}

// reserved names the only packages of the shop that may import these from
// outside it. Paths on both sides stand for the packages below them as well.
var reserved = map[string][]string{
	// All SQL is in one place; tests measure and audit past it.
	"database/sql":                {"internal/store", "tests"},
	"modernc.org/sqlite":          {"internal/store", "tests"},
	"github.com/jackc/pgx/v5":     {"internal/store", "tests"},
	"github.com/pressly/goose/v3": {"internal/store"},

	// Tokens are read in one place.
	"github.com/coreos/go-oidc/v3":  {"internal/oidc"},
	"github.com/go-jose/go-jose/v4": {"internal/oidc"},
	"golang.org/x/oauth2":           {"internal/oidc"},

	// The domain, the use cases and the store know nothing of HTTP.
	"net/http": {
		"cmd/kontor", "internal/web", "internal/gate",
		"internal/paypal", "internal/oidc", "internal/mail", "tests",
	},
}
