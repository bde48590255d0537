package mail

import (
	"errors"
	"net/textproto"

	gomail "github.com/wneessen/go-mail"
)

// dialFailure explains why there is no session with the server. Nothing that happens
// before the server has seen the message is the message's fault.
func dialFailure(err error) error {
	var answer *textproto.Error
	switch {
	case !errors.As(err, &answer):
		return broken(err)
	case isLogin(answer.Code):
		return notLetIn(answer.Code, err)
	}
	return busy(answer.Code, err)
}

// smtpFailure explains why the server did not take a message. From code 500 on, another
// attempt will end the same way (RFC 5321, section 4.2.1), unless the operator can fix
// the cause.
func smtpFailure(err error) error {
	var failed *gomail.SendError
	if !errors.As(err, &failed) || failed.ErrorCode() == 0 {
		return broken(err)
	}
	switch code := failed.ErrorCode(); {
	case isLogin(code):
		return notLetIn(code, err)
	case code >= 500 && failed.Reason == gomail.ErrSMTPMailFrom:
		return senderRefused(code, err)
	case code >= 500:
		return refused(code)
	default:
		return busy(code, err)
	}
}

// isLogin reports whether a code means that the login is missing or wrong, which the
// operator can fix. RFC 4954, section 6.
func isLogin(code int) bool { return code == 530 || code == 534 || code == 535 || code == 538 }
