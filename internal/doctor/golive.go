package doctor

import (
	"context"
	"slices"

	"kontor/internal/config"
	"kontor/internal/store"
)

// condition is what a shop must meet before everybody can use it.
type condition struct {
	Check
	exception string // its name in GO_LIVE_AUSNAHME; empty: there is none
}

// conditions are those of a public shop. What merely deserves a warning is among them.
func conditions() []condition {
	return []condition{
		{Check{"recht", checkLegal}, config.ExceptLegal},
		{Check{"mail", checkSender}, config.ExceptMail},
		{Check{"anschrift", checkAddress}, config.ExceptAddress},
		{Check{"email", checkEmail}, config.ExceptEmail},
		{Check{"steuer", checkTax}, config.ExceptTax},
		{Check{"zahlung", checkPayment}, config.ExceptPayment},
		{Check{"sandbox", checkSandbox}, ""},
		{Check{"probe", checkProbe}, ""},
		{Check{"name", checkName}, config.ExceptName},
		{Check{"demo", reading(checkDemo)}, ""},
		{Check{"produkte", reading(checkProducts)}, config.ExceptProducts},
		{Check{"pflichtangaben", reading(checkDuties)}, ""},
		{Check{"preise", checkPrices}, ""},
		{Check{"lieferzeit", checkDelivery}, ""},
		{Check{"proxys", checkProxies}, ""},
		{Check{"sicherung", checkCopiesReady}, config.ExceptCopies},
		{Check{"uhr", func(_ context.Context, s *Shop) []Finding { return clock(s) }}, config.ExceptClock},
	}
}

// GoLive examines whether the shop may be open to the public, as if it were to be. What
// GO_LIVE_AUSNAHME names is a warning.
func (s *Shop) GoLive(ctx context.Context) []Finding {
	checks := []Check{{"datenbank", checkCatalogueKnown}}
	for _, c := range conditions() {
		checks = append(checks, Check{c.Name, func(ctx context.Context, s *Shop) []Finding {
			return s.waived(c, c.Run(ctx, s))
		}})
	}
	return s.Examine(ctx, checks)
}

// checkCatalogueKnown finds that products and coupons could not be examined. A shop that
// starts while its PostgreSQL is away may do so: it has been open before.
func checkCatalogueKnown(ctx context.Context, s *Shop) []Finding {
	switch _, err := s.database(ctx); {
	case err == nil:
		return nil
	case s.DB != nil:
		return []Finding{warning("kontor doctor aufrufen, sobald sie da ist", "Produkte und Gutscheine sind nicht geprüft: die Datenbank ist nicht erreichbar")}
	}
	return []Finding{failure("kontor doctor zeigt den Grund", "Produkte und Gutscheine sind nicht geprüft: die Datenbank fehlt, ist nicht lesbar oder hat ein anderes Schema")}
}

// waived turns failures into warnings if the operator made an exception.
func (s *Shop) waived(c condition, findings []Finding) []Finding {
	if c.exception == "" || !slices.Contains(s.Config.LiveExceptions, c.exception) {
		return findings
	}
	for i, f := range findings {
		if f.Level == Failure {
			findings[i].Level, findings[i].Text = Warning, f.Text+" (ausgenommen durch GO_LIVE_AUSNAHME)"
		}
	}
	return findings
}

// checkPublic examines the conditions as far as they concern the shop as it is: all of a
// public one; of one behind its gate they are still to be met; one that is tried out on
// this computer need not meet any.
func checkPublic(ctx context.Context, s *Shop) []Finding {
	var findings []Finding
	missing := int64(0)
	for _, c := range conditions() {
		if c.Name == "uhr" || c.Name == "sicherung" {
			continue // has been examined
		}
		for _, f := range s.waived(c, s.run(ctx, c.Check)) {
			if f.Level == Failure && !s.Config.Public() {
				missing++
				f.Level = Warning
			}
			findings = append(findings, f)
		}
	}
	if s.Config.Local() {
		return []Finding{ok("der Shop ist nur auf diesem Rechner zu erreichen; um öffentlich zu werden, fehlt ihm noch: %s (kontor check --public)",
			count(missing, "Bedingung", "Bedingungen"))}
	}
	return findings
}

// checkDemo finds what the demo has left in a shop.
func checkDemo(ctx context.Context, _ *Shop, db *store.DB) ([]Finding, error) {
	products, coupons, _, err := db.DemoRows(ctx)
	if err != nil {
		return nil, err
	}
	if products+coupons > 0 {
		return []Finding{failure("kontor demo remove; oder in der Verwaltung löschen, was das Zeichen „Demo“ trägt",
			"%s und %s aus dem Beispielsortiment", count(products, "Produkt", "Produkte"), count(coupons, "Gutschein", "Gutscheine"))}, nil
	}
	_, examples, err := db.Newest(ctx)
	if err == nil && examples > 0 {
		return []Finding{warning("mit einem neuen Shop in einem leeren DATA_DIR beginnen; Bestellungen bleiben in den Büchern",
			"%s von Beispieladressen wie example.org", count(examples, "Bestellung", "Bestellungen"))}, nil
	}
	return []Finding{ok("nichts aus dem Beispielsortiment")}, err
}

func checkProducts(ctx context.Context, _ *Shop, db *store.DB) ([]Finding, error) {
	_, _, sold, err := db.DemoRows(ctx)
	if err != nil {
		return nil, err
	}
	if sold == 0 {
		return []Finding{failure("unter Produkte mindestens eines anlegen, das verkauft wird", "kein Produkt wird verkauft")}, nil
	}
	return []Finding{ok("%s verkauft", count(sold, "Produkt wird", "Produkte werden"))}, nil
}
