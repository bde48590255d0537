// Package office serves operators: the pages of the administration and the API behind
// them. Every handler takes a [door.Operator], which only the door creates.
package office
