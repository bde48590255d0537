package storetest

import (
	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
)

func demoInherited(s *suite) {
	if _, err := s.Store.CreateMaker(s.t.Context(), catalogue.Maker{Slug: "spinnerei", Name: "Spinnerei", Contact: "a@example.org"}); err != nil {
		s.t.Fatal(err)
	}
	if _, err := s.Store.CreateGroup(s.t.Context(), catalogue.Group{Slug: "farben", Names: map[shop.Language]string{"de": "Farben"}}); err != nil {
		s.t.Fatal(err)
	}
	s.product("a-beispiel", func(p *catalogue.Product) {
		p.Demo, p.Maker, p.Group, p.Safety = true, "spinnerei", "farben", catalogue.SafetyNone
		p.Fibres = []catalogue.Share{{Fibre: "schurwolle", Percent: 100}}
		p.Texts = &catalogue.Texts{Description: map[shop.Language]string{"de": "Weich."}}
	})
	own := s.product("b-eigen", func(p *catalogue.Product) { p.Group, p.Place, p.Safety = "farben", 1, catalogue.SafetyOpen })
	said := s.product("c-eigen", func(p *catalogue.Product) {
		p.Group, p.Place, p.Safety = "farben", 2, catalogue.SafetyOpen
		p.Texts = &catalogue.Texts{Description: map[shop.Language]string{"de": "Rau."}}
	})
	other := s.product("d-anderes")
	if _, _, _, err := s.Store.RemoveDemo(s.t.Context(), noon); err != nil {
		s.t.Fatal(err)
	}
	for slug, description := range map[string]string{own.Slug: "Weich.", said.Slug: "Rau."} {
		p := s.mustProduct(slug)
		if p.Texts.Description["de"] != description || p.Maker != "spinnerei" || len(p.Fibres) != 1 || p.Safety != catalogue.SafetyNone || p.Version != 2 {
			s.t.Errorf("%s is %+v, %+v", slug, p, p.Texts)
		}
	}
	if p := s.mustProduct(other.Slug); p.Version != 1 || p.Maker != "" {
		s.t.Errorf("a product outside the group is %+v", p)
	}
	if makers, err := s.Store.Makers(s.t.Context()); err != nil || len(makers) != 1 {
		s.t.Errorf("makers left: %+v, %v", makers, err)
	}
}
