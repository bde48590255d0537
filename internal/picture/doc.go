// Package picture draws products: a picture for each slug, as SVG, made of the
// slug and its category alone. The same slug always gives the same picture, so
// a shop needs no picture files, and nobody's rights, to be looked at.
//
// What is drawn follows the words of the slug ("knoepfe" are buttons), else the
// category; colours follow the words too ("petrol"), else they are picked by a
// number that the slug seeds.
package picture
