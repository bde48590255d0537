// Package arch holds the directions in which the shop's packages may import
// each other, and the test that keeps them.
package arch

// module is the module's path.
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

// subjects stands in a rule for the subjects of the shop.
const subjects = "internal/shop/*"

// rules names, for each package, the packages of the shop that its code may
// import besides the leaves.
//
//	cmd → web → subjects of the shop ← {store, paypal, oidc, mail}
//
// Whoever adds a package decides here where it stands: one without a rule fails
// the test. Test files are free, since scenario tests start the whole shop.
var rules = map[string][]string{
	// The ground that all subjects stand on; it compares texts as JavaScript does.
	"internal/shop": {},

	// A subject has its types, its rules and its use cases, and declares what these
	// need of the adapters. Each row is what it may know of the others.
	"internal/shop/catalogue":  {"internal/shop"},
	"internal/shop/message":    {"internal/shop"},
	"internal/shop/order":      {"internal/shop", "internal/shop/catalogue", "internal/shop/message"},
	"internal/shop/coupon":     {"internal/shop", "internal/shop/order"},
	"internal/shop/bank":       {"internal/shop", "internal/shop/order"},
	"internal/shop/account":    {"internal/shop", "internal/shop/order"},
	"internal/shop/outbox":     {"internal/shop", "internal/shop/message", "internal/shop/order"},
	"internal/shop/checkout":   {"internal/shop", "internal/shop/catalogue", "internal/shop/coupon", "internal/shop/message", "internal/shop/order", "internal/shop/outbox"},
	"internal/shop/withdrawal": {"internal/shop", "internal/shop/message", "internal/shop/order", "internal/shop/outbox"},
	"internal/shop/payment":    {subjects},

	// Adapters serve the subjects' types and never know each other.
	"internal/store":            {subjects, "internal/store/migrations"},
	"internal/store/migrations": {},
	"internal/paypal":           {subjects},
	"internal/oidc":             {subjects},
	"internal/mail":             {subjects, "internal/legaltext"},

	// The web knows the use cases and no adapter.
	"internal/web":     {subjects, "internal/bankfile", "internal/invoice", "internal/legaltext", "internal/picture", "internal/web/api"},
	"internal/web/api": {},

	// Read the files of banks and of cameras into values of the shop.
	"internal/bankfile": {subjects},
	"internal/picture":  {subjects},

	// Reads the operator's legal texts.
	"internal/legaltext": {subjects},

	// Draws documents from orders.
	"internal/invoice": {subjects},

	// Makes the demo's catalogue and orders.
	"internal/demo": {subjects},

	// Simulators of outside services, which a rehearsal runs in the program.
	"internal/paypal/paypalsim": {subjects},
	"internal/oidc/oidcsim":     {},

	// What tests share.
	"tests/arch":       {},
	"tests/pgtest":     {},
	"tests/storetest":  {subjects, "internal/store"},
	"tests/apispec":    {},
	"tests/thirdparty": {},
	"tests/mailtest":   {subjects, "internal/mail"},
	"tests/process":    {},
	"tests/refusal":    {subjects},
	"tests/crowd":      {},
	"tests/books":      {"tests/crowd"},

	// Only these put the parts together.
	"cmd/kontor":     {anything},
	"tests/shoptest": {anything},
	"tests/bench":    {anything},
	"tests/crash":    {anything},
	"tests/ha":       {anything},
}

// subjectImports are the only packages outside the standard library that subjects
// may import, with those below them.
var subjectImports = []string{"golang.org/x/text"}

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

	// The subjects and the store know nothing of HTTP.
	"net/http": {
		"cmd/kontor", "internal/web", "internal/gate",
		"internal/paypal", "internal/oidc", "internal/mail", "tests",
	},
}
