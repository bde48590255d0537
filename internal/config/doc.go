// Package config turns flags, the environment and a file with settings into a [Config].
// It reports every problem at once, each with the variable's name and the expected form,
// and never shows a secret. On the operator's own computer it generates missing secrets.
package config
