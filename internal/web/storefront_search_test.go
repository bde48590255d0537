package web_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"kontor/internal/demo"
	"kontor/internal/shop"
	"kontor/tests/shoptest"
)

// meant are words that shoppers type, 40 in each language, each with a product that they
// expect among the first three.
var meant = map[string]string{
	"de": `wolle:merinowolle-petrol merino:merinowolle-petrol petrol:merinowolle-petrol merinowollen:merinowolle-petrol sockenwolle:sockenwolle-herbstwald
		socken:sockenwolle-herbstwald herbst:sockenwolle-herbstwald garn:baumwollgarn-natur baumwollgarn:baumwollgarn-natur häkelgarn:baumwollgarn-natur
		mohair:mohairgarn-altrosa altrosa:mohairgarn-altrosa knopf:perlmuttknoepfe knöpfe:holzknoepfe-olive knoepfe:perlmuttknoepfe
		holzknöpfe:holzknoepfe-olive olivenholz:holzknoepfe-olive perlmutt:perlmuttknoepfe perlmut:perlmuttknoepfe webband:webband-wiesenblumen
		bänder:webband-wiesenblumen reissverschluss:reissverschluss-messing reißverschlüsse:reissverschluss-messing stoff:baumwollstoff-punkte stoffe:leinenstoff-natur
		leinen:leinenstoff-natur jersey:jersey-streifen jersy:jersey-streifen filz:bastelfilz-bunt acrylfarbe:acrylfarben-set
		farben:acrylfarben-set indigo:stoffmalfarbe-indigo aquarell:aquarellkasten-12 kreidefarbe:kreidefarbe-salbei tonpapier:tonpapier-bunt
		geschenkpapier:geschenkpapier-kraft scheren:stoffschere-24 nadeln:stricknadeln-bambus-3 strikcnadeln:stricknadeln-bambus-3 kleber:bastelkleber`,
	"en": `wool:merinowolle-petrol yarn:merinowolle-petrol yarns:baumwollgarn-natur merino:merinowolle-petrol petrol:merinowolle-petrol
		sock:sockenwolle-herbstwald socks:sockenwolle-herbstwald autumn:sockenwolle-herbstwald cotton:baumwollgarn-natur natural:baumwollgarn-natur
		mohair:mohairgarn-altrosa pink:mohairgarn-altrosa button:holzknoepfe-olive buttons:perlmuttknoepfe olive:holzknoepfe-olive
		pearl:perlmuttknoepfe ribbon:webband-wiesenblumen ribbons:webband-wiesenblumen zip:reissverschluss-messing brass:reissverschluss-messing
		fabric:baumwollstoff-punkte fabrics:leinenstoff-natur dots:baumwollstoff-punkte linen:leinenstoff-natur striped:jersey-streifen
		felt:bastelfilz-bunt paint:acrylfarben-set acrylic:acrylfarben-set acrilic:acrylfarben-set watercolor:aquarellkasten-12
		watercolours:aquarellkasten-12 chalk:kreidefarbe-salbei paper:tonpapier-bunt wrapping:geschenkpapier-kraft origami:origamipapier
		sketchbooks:skizzenbuch-a5 scissors:stoffschere-24 knitting:stricknadeln-bambus-3 needles:stricknadeln-bambus-3 glue:bastelkleber`,
	"fr": `laine:merinowolle-petrol laines:merinowolle-petrol mérinos:merinowolle-petrol merinos:merinowolle-petrol pétrole:merinowolle-petrol
		chaussette:sockenwolle-herbstwald chaussettes:sockenwolle-herbstwald automne:sockenwolle-herbstwald fil:baumwollgarn-natur coton:baumwollgarn-natur
		mohair:mohairgarn-altrosa rose:mohairgarn-altrosa bouton:holzknoepfe-olive boutons:perlmuttknoepfe olivier:holzknoepfe-olive
		nacre:perlmuttknoepfe ruban:webband-wiesenblumen rubans:webband-wiesenblumen fermeture:reissverschluss-messing laiton:reissverschluss-messing
		tissu:baumwollstoff-punkte tissus:leinenstoff-natur pois:baumwollstoff-punkte lin:leinenstoff-natur rayée:jersey-streifen
		feutrine:bastelfilz-bunt peinture:acrylfarben-set acrylique:acrylfarben-set aquarelle:aquarellkasten-12 aquarele:aquarellkasten-12
		craie:kreidefarbe-salbei sauge:kreidefarbe-salbei papier:tonpapier-bunt cadeau:geschenkpapier-kraft origami:origamipapier
		croquis:skizzenbuch-a5 ciseau:stoffschere-24 ciseaux:stoffschere-24 aiguille:stricknadeln-bambus-3 colle:bastelkleber`,
	"it": `lana:merinowolle-petrol merino:merinowolle-petrol petrolio:merinowolle-petrol filato:baumwollgarn-natur filati:baumwollgarn-natur
		calza:sockenwolle-herbstwald calze:sockenwolle-herbstwald autunno:sockenwolle-herbstwald cotone:baumwollgarn-natur mohair:mohairgarn-altrosa
		rosa:mohairgarn-altrosa bottone:holzknoepfe-olive bottoni:perlmuttknoepfe legno:holzknoepfe-olive ulivo:holzknoepfe-olive
		madreperla:perlmuttknoepfe nastro:webband-wiesenblumen nastri:webband-wiesenblumen cerniera:reissverschluss-messing cerniere:reissverschluss-messing
		tessuto:baumwollstoff-punkte tessuti:leinenstoff-natur pois:baumwollstoff-punkte lino:leinenstoff-natur righe:jersey-streifen
		feltro:bastelfilz-bunt colore:acrylfarben-set acrilici:acrylfarben-set aquerelli:aquarellkasten-12 acquerello:aquarellkasten-12
		indaco:stoffmalfarbe-indigo gesso:kreidefarbe-salbei salvia:kreidefarbe-salbei carta:tonpapier-bunt regalo:geschenkpapier-kraft
		origami:origamipapier forbice:stoffschere-24 forbici:stoffschere-24 ferri:stricknadeln-bambus-3 colla:bastelkleber`,
}

// demoShop starts a public shop with the demonstration's catalogue and the names of its
// categories.
func demoShop(t *testing.T, options ...shoptest.Option) *shoptest.Shop {
	t.Helper()
	s := shoptest.Start(t, append([]shoptest.Option{shoptest.Public()}, options...)...)
	for _, category := range demo.Categories() {
		if _, err := s.DB.CreateCategory(t.Context(), category); err != nil {
			t.Fatal(err)
		}
	}
	s.Stock(demo.Products()...)
	return s
}

type suggestions struct {
	Vollstaendig bool
	Vorschlaege  []struct{ Slug, Name, Adresse, Bild, Preis string }
}

func suggested(c *shoptest.Client, query, language string) (s suggestions) {
	c.Get("/api/suche?" + url.Values{"q": {query}, "sprache": {language}}.Encode()).Want(http.StatusOK).Into(&s)
	return s
}

func (s suggestions) slugs() (all []string) {
	for _, one := range s.Vorschlaege {
		all = append(all, one.Slug)
	}
	return all
}

// P24: 40 words in each language find what is meant among the first three.
func TestP24_WordsFindWhatIsMeant(t *testing.T) {
	t.Parallel()
	visitor := demoShop(t).Anonymous()
	for language, words := range meant {
		pairs := strings.Fields(words)
		if len(pairs) != 40 {
			t.Errorf("%s: %d words", language, len(pairs))
		}
		for _, pair := range pairs {
			word, want, _ := strings.Cut(pair, ":")
			found := suggested(visitor, word, language).slugs()
			if !slices.Contains(found[:min(3, len(found))], want) {
				t.Errorf("%s: %q finds %v, want %s among the first three", language, word, found, want)
			}
		}
	}
}

func TestP24_SuggestionsAreReadyToShow(t *testing.T) {
	t.Parallel()
	visitor := demoShop(t).Anonymous()
	got := suggested(visitor, "laine petrole", "fr")
	first := got.Vorschlaege[0]
	if !got.Vollstaendig || first.Name != "Laine mérinos bleu pétrole, 50 g" || first.Adresse != "/fr/produkt/merinowolle-petrol" ||
		first.Bild != "/bilder/wolle/merinowolle-petrol.svg" || first.Preis != "5,95 €" {
		t.Errorf("suggestions %+v", got)
	}
	if got := suggested(visitor, "sofa", "de"); len(got.Vorschlaege) != 0 || got.Vollstaendig {
		t.Errorf("a sofa is found: %+v", got)
	}
	if got := suggested(visitor, " ", "de"); len(got.Vorschlaege) != 0 {
		t.Errorf("nothing finds %+v", got)
	}
	if got := suggested(visitor, "papier", "de"); len(got.Vorschlaege) > 8 {
		t.Errorf("%d suggestions", len(got.Vorschlaege))
	}
	visitor.Get("/api/suche?q=wolle&sprache=nl").WantError(http.StatusBadRequest, "Ungültiger Filter: sprache.")
	visitor.Get("/api/suche?q="+strings.Repeat("w", 501)).WantError(http.StatusBadRequest, "Ungültiger Filter: q.")
}

// A page says when no product has all the words, and a change is found at once.
func TestP24_PagesShowMostOfTheWords(t *testing.T) {
	t.Parallel()
	s := demoShop(t)
	visitor := s.Anonymous()
	const partly = "Nicht alles davon gefunden:"
	page := visitor.Get("/?q=petrol+sofa").Want(http.StatusOK)
	if !strings.Contains(page.Text(), partly) || !slices.Equal(shown(page), []string{"merinowolle-petrol"}) {
		t.Errorf("partly found: %v", shown(page))
	}
	page = visitor.Get("/?q=petrol+wolle")
	if strings.Contains(page.Text(), partly) || !slices.Equal(shown(page), []string{"merinowolle-petrol"}) {
		t.Errorf("found: %v", shown(page))
	}
	if page := visitor.Get("/?q=sofa"); strings.Contains(page.Text(), partly) || len(shown(page)) > 0 {
		t.Errorf("a sofa finds %v", shown(page))
	}
	lamp := demo.Products()[0]
	lamp.Slug = "leselampe"
	lamp.Names = map[shop.Language]string{"de": "Leselampe", "en": "Reading lamp", "fr": "Lampe de lecture", "it": "Lampada"}
	lamp.Number = "LL-0815"
	s.Stock(lamp)
	for _, query := range []string{"lampe", "LL-0815", "ll 0815"} {
		if got := suggested(visitor, query, "de").slugs(); len(got) == 0 || got[0] != "leselampe" {
			t.Errorf("%s finds %v", query, got)
		}
	}
	if got := shown(visitor.Get("/?q=wolle&sortierung=preis-ab&kategorie=wolle")); len(got) == 0 || got[0] != "sockenwolle-herbstwald" {
		t.Errorf("the dearest first: %v", got)
	}
}
