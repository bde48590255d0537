package store

import (
	"context"

	"kontor/internal/shop/catalogue"
)

// Categories returns all categories, in the operator's order.
func (db *DB) Categories(ctx context.Context) ([]catalogue.Category, error) {
	return categoryShelf.list(ctx, db)
}

// Category returns a category, or catalogue.ErrCategoryNotFound.
func (db *DB) Category(ctx context.Context, slug string) (catalogue.Category, error) {
	return categoryShelf.get(ctx, db, slug)
}

// CreateCategory stores a new category; catalogue.ErrSlugTaken if its slug is taken.
func (db *DB) CreateCategory(ctx context.Context, c catalogue.Category) (catalogue.Category, error) {
	return categoryShelf.create(ctx, db, c)
}

// ChangeCategory stores a changed category. Errors: catalogue.ErrCategoryNotFound; shop.ErrStale if it was
// changed since it was read.
func (db *DB) ChangeCategory(ctx context.Context, c catalogue.Category) (catalogue.Category, error) {
	return categoryShelf.change(ctx, db, c)
}

// DeleteCategory removes a category. Errors: catalogue.ErrCategoryNotFound; catalogue.ErrInUse while products
// refer to it; shop.ErrStale unless it has this version, 0 for any.
func (db *DB) DeleteCategory(ctx context.Context, slug string, version int64) error {
	return categoryShelf.remove(ctx, db, slug, version)
}

// Makers returns all makers by slug.
func (db *DB) Makers(ctx context.Context) ([]catalogue.Maker, error) {
	return makerShelf.list(ctx, db)
}

// Maker returns a maker, or catalogue.ErrMakerNotFound.
func (db *DB) Maker(ctx context.Context, slug string) (catalogue.Maker, error) {
	return makerShelf.get(ctx, db, slug)
}

// CreateMaker stores a new maker; catalogue.ErrSlugTaken if its slug is taken.
func (db *DB) CreateMaker(ctx context.Context, m catalogue.Maker) (catalogue.Maker, error) {
	return makerShelf.create(ctx, db, m)
}

// ChangeMaker stores a changed maker. Errors: catalogue.ErrMakerNotFound; shop.ErrStale if it was
// changed since it was read.
func (db *DB) ChangeMaker(ctx context.Context, m catalogue.Maker) (catalogue.Maker, error) {
	return makerShelf.change(ctx, db, m)
}

// DeleteMaker removes a maker. Errors: catalogue.ErrMakerNotFound; catalogue.ErrInUse while products
// refer to it; shop.ErrStale unless it has this version, 0 for any.
func (db *DB) DeleteMaker(ctx context.Context, slug string, version int64) error {
	return makerShelf.remove(ctx, db, slug, version)
}

// Groups returns all groups of variants by slug.
func (db *DB) Groups(ctx context.Context) ([]catalogue.Group, error) {
	return groupShelf.list(ctx, db)
}

// Group returns a group, or catalogue.ErrGroupNotFound.
func (db *DB) Group(ctx context.Context, slug string) (catalogue.Group, error) {
	return groupShelf.get(ctx, db, slug)
}

// CreateGroup stores a new group; catalogue.ErrSlugTaken if its slug is taken.
func (db *DB) CreateGroup(ctx context.Context, g catalogue.Group) (catalogue.Group, error) {
	return groupShelf.create(ctx, db, g)
}

// ChangeGroup stores a changed group. Errors: catalogue.ErrGroupNotFound; shop.ErrStale if it was
// changed since it was read.
func (db *DB) ChangeGroup(ctx context.Context, g catalogue.Group) (catalogue.Group, error) {
	return groupShelf.change(ctx, db, g)
}

// DeleteGroup removes a group. Errors: catalogue.ErrGroupNotFound; catalogue.ErrInUse while products
// refer to it; shop.ErrStale unless it has this version, 0 for any.
func (db *DB) DeleteGroup(ctx context.Context, slug string, version int64) error {
	return groupShelf.remove(ctx, db, slug, version)
}
