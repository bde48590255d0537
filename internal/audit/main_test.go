package audit

import (
	"testing"

	"kontor/internal/shoptest"
)

func TestMain(m *testing.M) { shoptest.Main(m) }
