package config_test

import (
	"strings"
	"testing"
	"time"

	"kontor/internal/config"
)

// Contract, section 8: a shop that sends e-mails needs an operator's address for its
// notices.
func TestMailSenderNeedsAnOperator(t *testing.T) {
	t.Parallel()
	for _, sender := range []string{"RESEND_API_KEY=re_123", "SMTP_URL=smtp://a:hunter2@mail.test"} {
		problems := refusals(t, sender)
		if len(problems) != 1 || problems[0].Name != "ORDER_NOTIFICATION_EMAIL" {
			t.Errorf("%s alone gives %v", sender, problems)
		}
		if c := mustLoad(t, sender, "ORDER_NOTIFICATION_EMAIL=shop@shop.test"); !c.Mail() {
			t.Errorf("%s leaves the mail off", sender)
		}
	}
	if mustLoad(t, "ORDER_NOTIFICATION_EMAIL=shop@shop.test").Mail() {
		t.Error("an address alone turns the mail on")
	}
}

func TestOnlyOneMailSender(t *testing.T) {
	t.Parallel()
	problems := refusals(t, "RESEND_API_KEY=re_123", "SMTP_URL=smtps://a:hunter2@mail.test", "ORDER_NOTIFICATION_EMAIL=a@b.test")
	if len(problems) != 1 || problems[0].Name != "SMTP_URL" || !strings.Contains(problems[0].Text, "RESEND_API_KEY ist auch gesetzt") {
		t.Errorf("two senders give %v", problems)
	}
	if text := problems.Error(); strings.Contains(text, "hunter2") || strings.Contains(text, "re_123") {
		t.Errorf("a secret is shown in %s", text)
	}
}

func TestMailServers(t *testing.T) {
	t.Parallel()
	to := "ORDER_NOTIFICATION_EMAIL=a@b.test"
	for _, good := range []string{"smtp://mail.test", "smtp://127.0.0.1:1025", "smtps://mail.test:465/", "smtp://max%40b.test:p%3Aw@mail.test:587", "smtp://[::1]:25"} {
		if c := mustLoad(t, to, "SMTP_URL="+good); string(c.SMTPURL) != good {
			t.Errorf("%s is read as %s", good, string(c.SMTPURL))
		}
	}
	for _, bad := range []string{"mail.test:587", "http://mail.test", "smtp://", "smtp://mail.test:0", "smtp://mail.test:99999", "smtp://mail.test/inbox", "smtp://mail.test?tls=off", "smtp://a:hunter2@:25"} {
		problems := refusals(t, to, "SMTP_URL="+bad)
		if len(problems) != 1 || problems[0].Name != "SMTP_URL" || strings.Contains(problems.Error(), "hunter2") {
			t.Errorf("%s gives %v", bad, problems)
		}
	}
	for _, bad := range []string{"re 123", "re\r\nX: y", "schlüssel"} {
		if problems := refusals(t, to, "RESEND_API_KEY="+bad); len(problems) != 1 || problems[0].Name != "RESEND_API_KEY" {
			t.Errorf("the key %q gives %v", bad, problems)
		}
	}
}

func TestBankAccount(t *testing.T) {
	t.Parallel()
	holder := "KONTOINHABER=Müller & Töchter"
	c := mustLoad(t, holder, "IBAN=de02 1203 0000 0000 2020 51", "BIC=byladem1001")
	if c.IBAN != "DE02120300000000202051" || c.BIC != "BYLADEM1001" || c.BankHolder != "Müller & Töchter" {
		t.Errorf("read as %q, %q, %q", c.IBAN, c.BIC, c.BankHolder)
	}
	for _, iban := range []string{"AT611904300234573201", "CH9300762011623852957", "LU280019400644750000", "GB82WEST12345698765432"} {
		mustLoad(t, holder, "IBAN="+iban)
	}
	for _, test := range []struct{ refused, settings string }{
		{"IBAN", holder + "|IBAN=DE02120300000000202052"}, // checksum
		{"IBAN", holder + "|IBAN=DE02120300000000200251"}, // digits swapped
		{"IBAN", holder + "|IBAN=DE0212030000000020205"},
		{"IBAN", holder + "|IBAN=0212030000000020205112"},
		{"IBAN", holder},
		{"IBAN", "BIC=BYLADEM1001"},
		{"KONTOINHABER", "IBAN=DE02120300000000202051"},
		{"KONTOINHABER", "IBAN=DE02120300000000202051|KONTOINHABER=" + strings.Repeat("ü", 71)},
		{"KONTOINHABER", "IBAN=DE02120300000000202051|KONTOINHABER=Max\nMuster"},
		{"BIC", holder + "|IBAN=DE02120300000000202051|BIC=BYLADEM100"},
		{"BIC", holder + "|IBAN=DE02120300000000202051|BIC=12345678"},
	} {
		problems := refusals(t, strings.Split(test.settings, "|")...)
		if len(problems) != 1 || problems[0].Name != test.refused {
			t.Errorf("%s gives %v, want %s refused", test.settings, problems, test.refused)
		}
	}
	mustLoad(t, "IBAN=DE02120300000000202051", "KONTOINHABER="+strings.Repeat("ü", 70))
}

// The report is for shops that are reachable for others, unless it is asked for.
func TestReportTime(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		config *config.Config
		at     time.Duration
		ever   bool
	}{
		{mustLoad(t), 0, false},
		{mustLoad(t, "BERICHT_UM=00:00"), 0, true},
		{mustLoad(t, server()...), 6*time.Hour + 30*time.Minute, true},
		{mustLoad(t, append(server(), "BERICHT_UM=23:59")...), 23*time.Hour + 59*time.Minute, true},
		{mustLoad(t, append(server(), "BERICHT_UM=aus")...), 0, false},
	} {
		if at, ever := test.config.ReportTime(); at != test.at || ever != test.ever {
			t.Errorf("BERICHT_UM=%q: %v, %v, want %v, %v", test.config.ReportAt, at, ever, test.at, test.ever)
		}
	}
	for _, wrong := range []string{"24:00", "6", "06:60", "nie", "06:30:00"} {
		if all := refusals(t, "BERICHT_UM="+wrong); len(all) != 1 || all[0].Name != "BERICHT_UM" {
			t.Errorf("BERICHT_UM=%s: %v", wrong, all)
		}
	}
}
