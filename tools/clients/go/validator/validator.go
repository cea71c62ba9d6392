// Package validator takes the place of the module of this name.
package validator

// Validate accepts any value.
func Validate(any) error { return nil }
