package web_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// together sends n requests at the same time.
func (s *testShop) together(n int, send func(i int) answer) []answer {
	answers := make([]answer, n)
	var wait sync.WaitGroup
	for i := range n {
		wait.Go(func() { answers[i] = send(i) })
	}
	wait.Wait()
	return answers
}

func numberIn(a answer) string {
	var body struct{ Bestellnummer string }
	_ = json.Unmarshal([]byte(a.body), &body)
	return body.Bestellnummer
}

func (s *testShop) dial(t *testing.T) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

// raw sends bytes as they are and returns the first answer.
func (s *testShop) raw(t *testing.T, request string) answer {
	t.Helper()
	conn := s.dial(t)
	conn.SetDeadline(time.Now().Add(time.Minute))
	io.WriteString(conn, request)
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatalf("%.60q: %v", request, err)
	}
	defer response.Body.Close()
	body, _ := io.ReadAll(response.Body)
	return answer{response.StatusCode, response.Header, string(body)}
}

// eventually waits for something that happens soon.
func eventually(t *testing.T, happened func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !happened(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("did not happen")
		}
	}
}

// countAnswers reads answers until the connection ends.
func countAnswers(t *testing.T, conn net.Conn) int {
	t.Helper()
	reader := bufio.NewReader(conn)
	for n := 0; ; n++ {
		response, err := http.ReadResponse(reader, nil)
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return n
		}
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, response.Body)
		response.Body.Close()
	}
}

// chunked is a body in two chunks.
func chunked(body string) string {
	return fmt.Sprintf("5\r\n%s\r\n%x\r\n%s\r\n0\r\n\r\n", body[:5], len(body)-5, body[5:])
}
