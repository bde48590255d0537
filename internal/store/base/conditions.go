package base

import (
	"fmt"
	"strconv"
)

// Conditions collects the parts of a WHERE clause with their parameters.
type Conditions struct {
	Where []string
	Args  []any
}

// Param adds a parameter and returns its placeholder.
func (c *Conditions) Param(arg any) string {
	c.Args = append(c.Args, arg)
	return "$" + strconv.Itoa(len(c.Args))
}

// Add appends a condition in which %d stands for its parameter's number.
func (c *Conditions) Add(condition string, arg any) {
	c.Args = append(c.Args, arg)
	c.Where = append(c.Where, fmt.Sprintf(condition, len(c.Args)))
}

// AddIf is Add for a condition that may not be wanted.
func (c *Conditions) AddIf(wanted bool, condition string, arg any) {
	if wanted {
		c.Add(condition, arg)
	}
}
