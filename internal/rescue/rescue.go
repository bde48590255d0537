// Package rescue keeps panics in background work from ending the shop. Requests have a
// guard of their own in package web.
package rescue

import (
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
)

// ErrPanic is the error of work that ended in a panic.
var ErrPanic = errors.New("rescue: panic")

// Run carries out one part of a job. A panic is logged under the job's name and ends
// only that part. Error: ErrPanic.
func Run(log *slog.Logger, job string, part func()) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = ErrPanic
			log.Error("panic", slog.String("job", job), slog.String("panic", Describe(cause)), slog.String("stack", string(debug.Stack())))
		}
	}()
	part()
	return nil
}

// Describe returns what a log may contain of a panic's value: values other than the
// runtime's may be a customer's data.
func Describe(cause any) string {
	if err, ok := cause.(runtime.Error); ok {
		return err.Error()
	}
	return fmt.Sprintf("%T", cause)
}
