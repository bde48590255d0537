package picture

import "testing"

// Whatever a file contains, it has a valid orientation.
func FuzzOrientation(f *testing.F) {
	const head = "\xFF\xD8\xFF\xE1\x00\x22Exif\x00\x00"
	f.Add([]byte(head + "MM\x00\x2A\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00"))
	f.Add([]byte(head + "II\x2A\x00\x08\x00\x00\x00\x01\x00\x12\x01\x03\x00\x01\x00\x00\x00\x06\x00\x00\x00"))
	f.Add([]byte(head + "MM\x00\x2A\xFF\xFF\xFF\xFF"))
	f.Add([]byte("\xFF\xD8\xFF\xE0\x00\x00\xFF\xE1\xFF\xFF"))
	f.Fuzz(func(t *testing.T, file []byte) {
		if held := orientation(file); held < 1 || held > 8 {
			t.Errorf("held as %d", held)
		}
	})
}
