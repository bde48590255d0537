package catalogue

import "context"

// ShelfReader reads what products refer to.
type ShelfReader interface {
	// Categories returns all categories, in the operator's order.
	Categories(context.Context) ([]Category, error)
	// Category returns a category, or ErrCategoryNotFound.
	Category(ctx context.Context, slug string) (Category, error)
	// Makers returns all makers by slug.
	Makers(context.Context) ([]Maker, error)
	// Maker returns a maker, or ErrMakerNotFound.
	Maker(ctx context.Context, slug string) (Maker, error)
	// Groups returns all groups of variants by slug.
	Groups(context.Context) ([]Group, error)
	// Group returns a group, or ErrGroupNotFound.
	Group(ctx context.Context, slug string) (Group, error)
}

// Shelves store it too. Each method is one transaction.
type Shelves interface {
	ShelfReader
	CreateCategory(context.Context, Category) (Category, error)
	ChangeCategory(context.Context, Category) (Category, error)
	DeleteCategory(ctx context.Context, slug string, version int64) error
	CreateMaker(context.Context, Maker) (Maker, error)
	ChangeMaker(context.Context, Maker) (Maker, error)
	DeleteMaker(ctx context.Context, slug string, version int64) error
	CreateGroup(context.Context, Group) (Group, error)
	ChangeGroup(context.Context, Group) (Group, error)
	DeleteGroup(ctx context.Context, slug string, version int64) error
}

// CreateCategory stores a new category. Errors: [ErrInvalidShelf], [ErrSlugTaken].
func (s *Service) CreateCategory(ctx context.Context, c Category) (Category, error) {
	if err := c.Check(); err != nil {
		return Category{}, err
	}
	return s.store.CreateCategory(ctx, c)
}

// ChangeCategory stores a changed category. Errors: [ErrInvalidShelf], [ErrCategoryNotFound],
// [shop.ErrStale] if it was changed since it was read.
func (s *Service) ChangeCategory(ctx context.Context, c Category) (Category, error) {
	if err := c.Check(); err != nil {
		return Category{}, err
	}
	return s.store.ChangeCategory(ctx, c)
}

// DeleteCategory removes a category that no product refers to. Errors: [ErrCategoryNotFound], [ErrInUse],
// [shop.ErrStale] unless it has this version, 0 for any.
func (s *Service) DeleteCategory(ctx context.Context, slug string, version int64) error {
	return s.store.DeleteCategory(ctx, slug, version)
}

// CreateMaker stores a new maker. Errors: [ErrInvalidShelf], [ErrSlugTaken].
func (s *Service) CreateMaker(ctx context.Context, m Maker) (Maker, error) {
	if err := m.Check(); err != nil {
		return Maker{}, err
	}
	return s.store.CreateMaker(ctx, m)
}

// ChangeMaker stores a changed maker. Errors: [ErrInvalidShelf], [ErrMakerNotFound],
// [shop.ErrStale] if it was changed since it was read.
func (s *Service) ChangeMaker(ctx context.Context, m Maker) (Maker, error) {
	if err := m.Check(); err != nil {
		return Maker{}, err
	}
	return s.store.ChangeMaker(ctx, m)
}

// DeleteMaker removes a maker that no product refers to. Errors: [ErrMakerNotFound], [ErrInUse],
// [shop.ErrStale] unless it has this version, 0 for any.
func (s *Service) DeleteMaker(ctx context.Context, slug string, version int64) error {
	return s.store.DeleteMaker(ctx, slug, version)
}

// CreateGroup stores a new group. Errors: [ErrInvalidShelf], [ErrSlugTaken].
func (s *Service) CreateGroup(ctx context.Context, g Group) (Group, error) {
	if err := g.Check(); err != nil {
		return Group{}, err
	}
	return s.store.CreateGroup(ctx, g)
}

// ChangeGroup stores a changed group. Errors: [ErrInvalidShelf], [ErrGroupNotFound],
// [shop.ErrStale] if it was changed since it was read.
func (s *Service) ChangeGroup(ctx context.Context, g Group) (Group, error) {
	if err := g.Check(); err != nil {
		return Group{}, err
	}
	return s.store.ChangeGroup(ctx, g)
}

// DeleteGroup removes a group that no product refers to. Errors: [ErrGroupNotFound], [ErrInUse],
// [shop.ErrStale] unless it has this version, 0 for any.
func (s *Service) DeleteGroup(ctx context.Context, slug string, version int64) error {
	return s.store.DeleteGroup(ctx, slug, version)
}
