package mail_test

import (
	"context"
	"errors"
	"runtime"
	"runtime/pprof"
	"strings"
	"testing"
	"time"

	"kontor/internal/mail"
	"kontor/internal/shop/message"
	"kontor/tests/mailtest"
)

// faulty is a server with configurable faults.
type faulty interface{ SetFault(mailtest.Fault) }

// allFaults are the faults after which no message counts as sent.
var allFaults = []mailtest.Fault{
	mailtest.Reset, mailtest.Hang, mailtest.Garbage, mailtest.Slow, mailtest.CloseMidBody, mailtest.TooMany, mailtest.Failure,
	mailtest.Unauthorized, mailtest.Reject, mailtest.RejectSender, mailtest.Redirect, mailtest.Endless, mailtest.CrashAfterAccept, mailtest.HangAfterAccept,
}

// R18: whatever the sender does, an attempt ends in time and leaves nothing behind. The
// test counts goroutines, so nothing may run beside it. Its limit is longer than R18's,
// since the machine may be busy with other tests.
func TestR18_AttemptsEndInTimeAndLeaveNothingBehind(t *testing.T) {
	const patience, grace, rounds = 250 * time.Millisecond, time.Second, 20
	before := runtime.NumGoroutine()
	for name, start := range map[string]func(t *testing.T) (*mail.Mailer, faulty){
		"smtp":   func(t *testing.T) (*mail.Mailer, faulty) { return smtpMailer(t, mailtest.SMTPOptions{}) },
		"smtps":  func(t *testing.T) (*mail.Mailer, faulty) { return smtpMailer(t, mailtest.SMTPOptions{TLS: true}) },
		"resend": func(t *testing.T) (*mail.Mailer, faulty) { return resendMailer(t) },
	} {
		for _, fault := range allFaults {
			t.Run(name+" "+string(fault), func(t *testing.T) {
				m, server := start(t)
				server.SetFault(fault)
				message := newMessage(t, m, "k", newOrder())
				for range rounds {
					ctx, cancel := context.WithTimeout(t.Context(), patience)
					begun := time.Now()
					err := m.Send(ctx, message)
					cancel()
					if took := time.Since(begun); err == nil || took > patience+grace {
						t.Errorf("after %v: %v", took, err)
					}
				}
				if paused := !m.Available(); paused != (fault != mailtest.Reject) {
					t.Errorf("paused is %v", paused)
				}
			})
		}
	}
	deadline := time.Now().Add(time.Minute)
	for runtime.NumGoroutine() > before+5 {
		if time.Now().After(deadline) {
			var all strings.Builder
			pprof.Lookup("goroutine").WriteTo(&all, 1)
			t.Fatalf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, all.String())
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// R18: names that do not resolve, and ports that nobody listens on.
func TestR18_NobodyThere(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*mail.Options){
		"smtp, no such name":   func(o *mail.Options) { o.SMTPURL = "smtp://mail.invalid" },
		"resend, no such name": func(o *mail.Options) { o.ResendKey, o.ResendURL = "re_test", "https://api.invalid" },
		"smtp, closed port":    func(o *mail.Options) { o.SMTPURL = "smtp://127.0.0.1:1" },
		"resend, closed port":  func(o *mail.Options) { o.ResendKey, o.ResendURL = "re_test", "http://127.0.0.1:1" },
	} {
		m := newMailer(t, change)
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		begun := time.Now()
		err := m.Send(ctx, newMessage(t, m, "k", newOrder()))
		cancel()
		if took := time.Since(begun); err == nil || errors.Is(err, message.ErrMailRefused) || took > 3*time.Second {
			t.Errorf("%s: %v after %v", name, err, took)
		}
	}
}

// R19: while the sender is down, attempts cost next to nothing.
func TestR19_WhileTheSenderHangsAttemptsReturnAtOnce(t *testing.T) {
	t.Parallel()
	for name, start := range map[string]func() (*mail.Mailer, faulty){
		"smtp":   func() (*mail.Mailer, faulty) { return smtpMailer(t, mailtest.SMTPOptions{}) },
		"resend": func() (*mail.Mailer, faulty) { return resendMailer(t) },
	} {
		m, server := start()
		server.SetFault(mailtest.Hang)
		owed := newMessage(t, m, "k", newOrder())
		for range mail.Tolerated {
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			m.Send(ctx, owed)
			cancel()
		}
		begun := time.Now()
		for range 1000 {
			if err := m.Send(t.Context(), owed); !errors.Is(err, message.ErrMailPaused) {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if took := time.Since(begun); took > time.Second {
			t.Errorf("%s: a thousand attempts took %v", name, took)
		}
	}
}
