package stock

import "fmt"

// Recount is what a table of products says about the pieces of one of them.
type Recount struct {
	Pieces int64
	Before *int64 // of how many the table was made; nil: nobody counted them
	End    bool   // they are no longer counted
}

// Recount returns the change for which a table asks; nil: none. Only the difference
// counts, so what was sold since the table was made stays sold. Errors: [ErrInvalid],
// [ErrChanged], [ErrShort].
func (s Stock) Recount(slug string, r Recount) (*Change, error) {
	left, counted := s.Left(slug)
	c := &Change{Slug: slug, Note: "Import"}
	switch {
	case r.End:
		if c.End = true; !counted {
			return nil, nil
		}
		return c, nil
	case r.Before != nil && *r.Before == r.Pieces, r.Before == nil && counted && left == r.Pieces:
		return nil, nil
	case r.Before != nil && !counted:
		return nil, ErrChanged.With("Der Bestand wird nicht mehr gezählt.")
	case r.Before == nil && counted:
		return nil, ErrInvalid.With(fmt.Sprintf("Der Bestand wird schon gezählt (jetzt %d); „bestand_alt“ sagt, von wie vielen die Datei ausgeht.", left))
	case !counted:
		c.To, c.Expected = &r.Pieces, &Expected{}
		return c, c.Check()
	}
	lots := s[slug]
	if len(lots) > 1 {
		return nil, ErrInvalid.With("Der Bestand verteilt sich auf Partien und ändert sich nur je Partie.")
	}
	c.By, c.Lot = r.Pieces-*r.Before, lots[0].Name
	if err := c.Check(); err != nil {
		return nil, err
	}
	_, err := c.Of(left, true)
	return c, err
}
