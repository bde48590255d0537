package web_test

import (
	"testing"

	"kontor/tests/chromium"
	"kontor/tests/shoptest"
)

func TestMain(m *testing.M) { shoptest.Main(m, chromium.Close) }
