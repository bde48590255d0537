package config_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"kontor/internal/config"
)

// misspelt returns a name with one letter wrong, in every place: deleted, doubled,
// swapped with the next, replaced.
func misspelt(name string) []string {
	var all []string
	for i := range name {
		before, letter, after := name[:i], name[i:i+1], name[i+1:]
		if letter == "_" {
			continue
		}
		all = append(all, before+after, before+letter+letter+after, before+string('A'+(letter[0]-'A'+1)%26)+after)
		if after != "" {
			all = append(all, before+after[:1]+letter+after[1:])
		}
	}
	return slices.DeleteFunc(all, func(wrong string) bool { return wrong == name })
}

// W18: whatever letter of a setting is wrong, the warning names the setting that was
// meant.
func TestW18_MisspeltSettingsAreNamed(t *testing.T) {
	t.Parallel()
	total, right := 0, 0
	for _, meant := range config.Variables() {
		for _, name := range misspelt(meant.Name) {
			total++
			found := config.UnknownNames([]string{name + "=x"})
			if len(found) == 1 && found[0].String() == name+" ist unbekannt; meinten Sie "+meant.Name+"?" {
				right++
			} else {
				t.Logf("%s: %v", name, found)
			}
		}
	}
	if total < 3000 || right*100 < total*95 {
		t.Errorf("named the right setting for %d of %d misspelt names, want 95 %%", right, total)
	}
}

// W18: names that begin as ours do are found however wrong they are; those of other
// programs, of Kubernetes and of our tests are left alone, and so is an empty value.
func TestW18_UnknownNames(t *testing.T) {
	t.Parallel()
	found := config.UnknownNames([]string{
		"VERSAND_DEU=1", "SHOP_ADDRESSE=Weg 1", "SHOP_FARBE_DER_WOLLE=rot", "KONTOR_CONFG=x", "PAYPAL_SANDBOX=hunter2", "SMPT_URL=x", "BASE_ULR=x",
		"VERSAND_DE=4,90", "SHOP_NAME_FILE=x", "KONTOR_TEST_ALL=1", "VERSAND_AU=", "SHOP_PORT=tcp://10.0.0.1:80", "SHOP_SERVICE_HOST=10.0.0.1",
		"GOOGLE_CLOUD_PROJECT=x", "LOG_LEVEL=debug", "IBANK=x", "BICS=x", "SITE_NAME=x",
	})
	var texts []string
	for _, u := range found {
		texts = append(texts, u.String())
	}
	want := []string{
		"BASE_ULR ist unbekannt; meinten Sie BASE_URL?",
		"KONTOR_CONFG ist unbekannt; meinten Sie KONTOR_CONFIG?",
		"PAYPAL_SANDBOX ist unbekannt; alle Einstellungen zeigt kontor config",
		"SHOP_ADDRESSE ist unbekannt; meinten Sie SHOP_ADRESSE?",
		"SHOP_FARBE_DER_WOLLE ist unbekannt; alle Einstellungen zeigt kontor config",
		"SMPT_URL ist unbekannt; meinten Sie SMTP_URL?",
		"VERSAND_DEU ist unbekannt; meinten Sie VERSAND_DE?",
	}
	if !slices.Equal(texts, want) {
		t.Errorf("found\n%s\nwant\n%s", strings.Join(texts, "\n"), strings.Join(want, "\n"))
	}
}

// surroundings are the names that usually stand in the environment where a program
// runs.
var surroundings = map[string]string{
	"shell": `HOME USER LOGNAME SHELL PATH PWD OLDPWD SHLVL TERM COLORTERM LANG LANGUAGE LC_ALL LC_CTYPE TZ EDITOR VISUAL PAGER
		LESS LESSOPEN LS_COLORS MAIL MAILCHECK HOSTNAME HISTFILE DISPLAY XAUTHORITY XDG_RUNTIME_DIR XDG_SESSION_ID XDG_DATA_DIRS
		XDG_CONFIG_DIRS XDG_DATA_HOME DBUS_SESSION_BUS_ADDRESS SSH_CLIENT SSH_CONNECTION SSH_TTY SSH_AUTH_SOCK SUDO_USER SUDO_COMMAND
		SUDO_UID SUDO_GID TMPDIR TMUX STY DEBIAN_FRONTEND GOPATH GOROOT GOFLAGS GOPROXY GOMAXPROCS GOMEMLIMIT GODEBUG HTTP_PROXY
		HTTPS_PROXY NO_PROXY http_proxy no_proxy SSL_CERT_FILE SSL_CERT_DIR PGHOST PGUSER PGPASSWORD PGDATABASE PGPORT PGSSLMODE`,
	"systemd": `LISTEN_FDS LISTEN_PID LISTEN_FDNAMES NOTIFY_SOCKET WATCHDOG_USEC WATCHDOG_PID INVOCATION_ID JOURNAL_STREAM MAINPID
		CREDENTIALS_DIRECTORY STATE_DIRECTORY RUNTIME_DIRECTORY CACHE_DIRECTORY LOGS_DIRECTORY CONFIGURATION_DIRECTORY SYSTEMD_EXEC_PID
		MEMORY_PRESSURE_WATCH MEMORY_PRESSURE_WRITE`,
	"CI": `CI GITHUB_ACTIONS GITHUB_ACTION GITHUB_ACTOR GITHUB_API_URL GITHUB_BASE_REF GITHUB_ENV GITHUB_EVENT_NAME GITHUB_EVENT_PATH
		GITHUB_JOB GITHUB_OUTPUT GITHUB_PATH GITHUB_REF GITHUB_REF_NAME GITHUB_REPOSITORY GITHUB_RUN_ID GITHUB_SERVER_URL GITHUB_SHA
		GITHUB_STEP_SUMMARY GITHUB_TOKEN GITHUB_WORKFLOW GITHUB_WORKSPACE RUNNER_ARCH RUNNER_NAME RUNNER_OS RUNNER_TEMP RUNNER_TOOL_CACHE
		RUNNER_WORKSPACE ACTIONS_CACHE_URL ACTIONS_RUNTIME_TOKEN ImageOS ImageVersion ACCEPT_EULA DEPLOYMENT_BASEPATH CHROME_BIN
		JAVA_HOME_17_X64 ANDROID_HOME CI_API_V4_URL CI_BUILDS_DIR CI_COMMIT_BRANCH CI_COMMIT_SHA CI_COMMIT_TAG CI_JOB_ID CI_JOB_NAME
		CI_JOB_TOKEN CI_PIPELINE_ID CI_PROJECT_DIR CI_PROJECT_NAME CI_REGISTRY CI_REGISTRY_IMAGE CI_SERVER_HOST CI_SERVER_URL GITLAB_CI
		GITLAB_USER_EMAIL GITLAB_FEATURES FF_USE_FASTZIP BUILD_ID BUILD_NUMBER BUILD_TAG BUILD_URL JENKINS_HOME JENKINS_URL JOB_NAME
		JOB_BASE_NAME NODE_NAME NODE_LABELS EXECUTOR_NUMBER WORKSPACE GIT_BRANCH GIT_COMMIT GIT_URL CHANGE_ID BRANCH_NAME CIRCLECI
		CIRCLE_BRANCH CIRCLE_BUILD_NUM CIRCLE_JOB CIRCLE_SHA1 CIRCLE_TAG TF_BUILD AGENT_ID AGENT_NAME AGENT_OS BUILD_BUILDID
		BUILD_SOURCEBRANCH SYSTEM_TEAMPROJECT SYSTEM_DEFAULTWORKINGDIRECTORY BUILDKITE BUILDKITE_BRANCH TRAVIS TRAVIS_BRANCH DRONE
		DRONE_BRANCH WOODPECKER CI_FORGE_TYPE FORGEJO_TOKEN NETLIFY SITE_ID SITE_NAME DEPLOY_URL VERCEL VERCEL_ENV GOOGLE_CLOUD_PROJECT
		GOOGLE_APPLICATION_CREDENTIALS AWS_REGION AWS_DEFAULT_REGION AZURE_HTTP_USER_AGENT DOCKER_HOST COMPOSE_PROJECT_NAME`,
	"Kubernetes": `KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT KUBERNETES_SERVICE_PORT_HTTPS KUBERNETES_PORT KUBERNETES_PORT_443_TCP
		KUBERNETES_PORT_443_TCP_ADDR KUBERNETES_PORT_443_TCP_PORT KUBERNETES_PORT_443_TCP_PROTO POD_NAME POD_NAMESPACE POD_IP NODE_IP
		HOSTNAME container`,
}

// W18: where the program usually runs nothing is taken for a misspelt setting, not even
// the services that Kubernetes announces under our own words.
func TestW18_UsualSurroundingsAreNoMistake(t *testing.T) {
	t.Parallel()
	for _, word := range []string{"SHOP", "KONTOR", "KONTO", "VERSAND", "VERWALTUNG", "PAYPAL", "ORDER"} {
		for _, end := range []string{"SERVICE_HOST", "SERVICE_PORT", "SERVICE_PORT_HTTP", "PORT", "PORT_80_TCP", "PORT_80_TCP_ADDR", "PORT_80_TCP_PORT", "PORT_80_TCP_PROTO"} {
			surroundings["Kubernetes"] += " " + word + "_" + end
		}
	}
	for where, names := range surroundings {
		var environ []string
		for _, name := range strings.Fields(names) {
			environ = append(environ, name+"=x")
		}
		if found := config.UnknownNames(environ); len(found) > 0 {
			t.Errorf("%s: %v", where, found)
		}
	}
	if found := config.UnknownNames(os.Environ()); len(found) > 0 {
		t.Errorf("here: %v", found)
	}
}
