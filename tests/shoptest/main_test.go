package shoptest_test

import (
	"testing"

	"kontor/tests/shoptest"
)

func TestMain(m *testing.M) { shoptest.Main(m) }
