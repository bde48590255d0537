package office

import (
	"context"
	"net/http"

	"kontor/internal/jsvalue"
	"kontor/internal/shop/catalogue"
	"kontor/internal/web/door"
	"kontor/internal/web/kit"
)

type (
	categoryJSON struct {
		Slug string `json:"slug"`
		namesJSON
		searchWordsJSON
		Position        int64  `json:"position"`
		Textil          bool   `json:"textil"`
		GrundpreisArt   string `json:"grundpreis_art"`
		GoogleKategorie string `json:"google_kategorie"`
		Version         int64  `json:"version"`
	}
	makerJSON struct {
		Slug        string `json:"slug"`
		Name        string `json:"name"`
		Marke       string `json:"marke"`
		Anschrift   string `json:"anschrift"`
		Kontakt     string `json:"kontakt"`
		Land        string `json:"land"`
		EUName      string `json:"eu_name"`
		EUAnschrift string `json:"eu_anschrift"`
		EUKontakt   string `json:"eu_kontakt"`
		Version     int64  `json:"version"`
	}
	groupJSON struct {
		Slug string `json:"slug"`
		namesJSON
		Merkmal1 string `json:"merkmal1"`
		Merkmal2 string `json:"merkmal2"`
		Version  int64  `json:"version"`
	}

	categoriesAnswer struct {
		OK         bool           `json:"ok"`
		Kategorien []categoryJSON `json:"kategorien"`
	}
	categoryAnswer struct {
		OK        bool         `json:"ok"`
		Kategorie categoryJSON `json:"kategorie"`
	}
	makersAnswer struct {
		OK         bool        `json:"ok"`
		Hersteller []makerJSON `json:"hersteller"`
	}
	makerAnswer struct {
		OK         bool      `json:"ok"`
		Hersteller makerJSON `json:"hersteller"`
	}
	groupsAnswer struct {
		OK             bool        `json:"ok"`
		Produktgruppen []groupJSON `json:"produktgruppen"`
	}
	groupAnswer struct {
		OK            bool      `json:"ok"`
		Produktgruppe groupJSON `json:"produktgruppe"`
	}
)

func newCategoryJSON(c *catalogue.Category) categoryJSON {
	return categoryJSON{
		Slug: c.Slug, namesJSON: namesJSON(newTextsJSON(c.Names)), searchWordsJSON: searchWordsJSON(newTextsJSON(c.SearchWords)),
		Position: c.Position, Textil: c.Textile, GrundpreisArt: string(c.Measure), GoogleKategorie: c.Google, Version: c.Version,
	}
}

func newMakerJSON(m *catalogue.Maker) makerJSON {
	return makerJSON{
		Slug: m.Slug, Name: m.Name, Marke: m.Brand, Anschrift: m.Address, Kontakt: m.Contact, Land: m.Country,
		EUName: m.EUName, EUAnschrift: m.EUAddress, EUKontakt: m.EUContact, Version: m.Version,
	}
}

func newGroupJSON(g *catalogue.Group) groupJSON {
	return groupJSON{
		Slug: g.Slug, namesJSON: namesJSON(newTextsJSON(g.Names)), Merkmal1: g.Feature1, Merkmal2: g.Feature2, Version: g.Version,
	}
}

func readCategory(f *fields, c *catalogue.Category) {
	f.texts("name_", &c.Names)
	f.texts("suchwoerter_", &c.SearchWords)
	f.integer("position", &c.Position)
	f.flag("textil", &c.Textile)
	f.text("grundpreis_art", (*string)(&c.Measure))
	f.text("google_kategorie", &c.Google)
}

func readMaker(f *fields, m *catalogue.Maker) {
	f.text("name", &m.Name)
	f.text("marke", &m.Brand)
	f.text("anschrift", &m.Address)
	f.text("kontakt", &m.Contact)
	f.text("land", &m.Country)
	f.text("eu_name", &m.EUName)
	f.text("eu_anschrift", &m.EUAddress)
	f.text("eu_kontakt", &m.EUContact)
}

func readGroup(f *fields, g *catalogue.Group) {
	f.texts("name_", &g.Names)
	f.text("merkmal1", &g.Feature1)
	f.text("merkmal2", &g.Feature2)
}

// shelf is a kind of what products refer to, as its routes need it.
type shelf[T any] struct {
	key    func(*T) (slug *string, version *int64)
	read   func(*fields, *T)
	list   func(context.Context) (answer any, err error)
	answer func(*T) any
	load   func(ctx context.Context, slug string) (T, error)
	create func(context.Context, T) (T, error)
	change func(context.Context, T) (T, error)
	remove func(ctx context.Context, slug string, version int64) error
}

func (s *Office) categories() *shelf[catalogue.Category] {
	c := s.shop.Catalogue
	return &shelf[catalogue.Category]{
		read: readCategory,
		key:  func(c *catalogue.Category) (*string, *int64) { return &c.Slug, &c.Version },
		list: func(ctx context.Context) (any, error) {
			all, err := c.Categories(ctx)
			return categoriesAnswer{true, kit.Mapped(all, newCategoryJSON)}, err
		},
		answer: func(c *catalogue.Category) any { return categoryAnswer{true, newCategoryJSON(c)} },
		load:   c.Category, create: c.CreateCategory, change: c.ChangeCategory, remove: c.DeleteCategory,
	}
}

func (s *Office) makers() *shelf[catalogue.Maker] {
	c := s.shop.Catalogue
	return &shelf[catalogue.Maker]{
		read: readMaker,
		key:  func(m *catalogue.Maker) (*string, *int64) { return &m.Slug, &m.Version },
		list: func(ctx context.Context) (any, error) {
			all, err := c.Makers(ctx)
			return makersAnswer{true, kit.Mapped(all, newMakerJSON)}, err
		},
		answer: func(m *catalogue.Maker) any { return makerAnswer{true, newMakerJSON(m)} },
		load:   c.Maker, create: c.CreateMaker, change: c.ChangeMaker, remove: c.DeleteMaker,
	}
}

func (s *Office) groups() *shelf[catalogue.Group] {
	c := s.shop.Catalogue
	return &shelf[catalogue.Group]{
		read: readGroup,
		key:  func(g *catalogue.Group) (*string, *int64) { return &g.Slug, &g.Version },
		list: func(ctx context.Context) (any, error) {
			all, err := c.Groups(ctx)
			return groupsAnswer{true, kit.Mapped(all, newGroupJSON)}, err
		},
		answer: func(g *catalogue.Group) any { return groupAnswer{true, newGroupJSON(g)} },
		load:   c.Group, create: c.CreateGroup, change: c.ChangeGroup, remove: c.DeleteGroup,
	}
}

// shelfRoutes returns the routes of a kind at a path: to list and create, and, below the
// slug, to show, change and delete.
func shelfRoutes[T any](all string, kind func() *shelf[T]) []Route {
	one := all + "/{slug}"
	via := func(handle func(*shelf[T], http.ResponseWriter, *http.Request, door.Operator) error) door.Handler {
		return func(w http.ResponseWriter, r *http.Request, o door.Operator) error { return handle(kind(), w, r, o) }
	}
	return []Route{
		at("GET", all, via((*shelf[T]).showAll)), at("POST", all, via((*shelf[T]).createOne)), at("GET", one, via((*shelf[T]).showOne)),
		at("PATCH", one, via((*shelf[T]).changeOne)), at("DELETE", one, via((*shelf[T]).removeOne)),
	}
}

func (k *shelf[T]) showAll(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	answer, err := k.list(r.Context())
	if err != nil {
		return err
	}
	return kit.WriteJSON(w, http.StatusOK, answer)
}

func (k *shelf[T]) showOne(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	entry, err := k.load(r.Context(), kit.PathText(r, "slug"))
	if err != nil {
		return err
	}
	return k.write(w, http.StatusOK, &entry)
}

func (k *shelf[T]) createOne(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	body, err := kit.ReadJSON(w, r)
	if err != nil {
		return err
	}
	var entry T
	f := fields{body: body, refusal: catalogue.ErrInvalidShelf}
	slug, _ := k.key(&entry)
	f.text("slug", slug)
	k.read(&f, &entry)
	if f.err != nil {
		return f.err
	}
	created, err := k.create(r.Context(), entry)
	if err != nil {
		return err
	}
	return k.write(w, http.StatusCreated, &created)
}

func (k *shelf[T]) changeOne(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	body, err := kit.ReadJSON(w, r)
	if err != nil {
		return err
	}
	changed, err := change[T]{load: k.load, version: k.version, save: k.change, apply: func(entry *T) error {
		f := fields{body: body, refusal: catalogue.ErrInvalidShelf}
		slug, _ := k.key(entry)
		f.fixed("slug", *slug, jsvalue.Trim)
		k.read(&f, entry)
		return f.finish()
	}}.carryOut(r, kit.PathText(r, "slug"))
	if err != nil {
		return err
	}
	return k.write(w, http.StatusOK, &changed)
}

func (k *shelf[T]) removeOne(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	slug := kit.PathText(r, "slug")
	version, err := demanded(r, slug, k.load, k.version)
	if err != nil {
		return err
	}
	if err := k.remove(r.Context(), slug, version); err != nil {
		return err
	}
	return kit.WriteDone(w)
}

func (k *shelf[T]) version(entry *T) int64 {
	_, version := k.key(entry)
	return *version
}

func (k *shelf[T]) write(w http.ResponseWriter, status int, entry *T) error {
	w.Header().Set("ETag", versionTag(k.version(entry)))
	return kit.WriteJSON(w, status, k.answer(entry))
}
