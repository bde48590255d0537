// Package picture draws products: an SVG picture for each slug, made from the slug and
// its category alone. The same slug always gives the same picture, so a shop can be
// shown without picture files and without anybody's rights in them.
//
// The motif follows the words of the slug ("knoepfe" are buttons), or else the
// category; colours follow the words too ("petrol"), or else are chosen by a generator
// seeded with the slug.
package picture
