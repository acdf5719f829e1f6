package localmodel

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// A Model answers requests as a model provider would. Use it as an
// http.Handler on a loopback address.
type Model struct {
	Dir  string           // the folder that the scripts' tools name
	Sent func(events int) // may be nil; told after each event of an answer, with their number
}

// ServeHTTP answers a request for a completion; the last segment of the path
// tells its kind.
func (m Model) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case strings.HasSuffix(r.URL.Path, "/chat/completions"):
		m.chat(w, r)
	case strings.HasSuffix(r.URL.Path, "/responses"):
		m.responses(w, r)
	case strings.HasSuffix(r.URL.Path, "/models"):
		fmt.Fprint(w, `{"object":"list","data":[{"id":"fake-1","object":"model"}],"models":[]}`)
	default:
		http.NotFound(w, r)
	}
}

// fail answers with the error of an event that has a status.
func fail(w http.ResponseWriter, events []event) bool {
	for _, e := range events {
		if e.status != 0 {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(e.status)
			fmt.Fprint(w, `{"error":{"message":"the scripted model is out of order","type":"invalid_request_error","code":"out_of_order"}}`)
			return true
		}
	}
	return false
}

// A stream writes server-sent events.
type stream struct {
	w    http.ResponseWriter
	r    *http.Request
	sent func(int)
	n    int // events of the script so far
}

func (m Model) stream(w http.ResponseWriter, r *http.Request) *stream {
	w.Header().Set("Content-Type", "text/event-stream")
	return &stream{w: w, r: r, sent: m.Sent}
}

// send writes one event; name may be empty.
func (s *stream) send(name string, v any) {
	if name != "" {
		fmt.Fprintf(s.w, "event: %s\n", name)
	}
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // a type of this package that does not marshal
	}
	fmt.Fprintf(s.w, "data: %s\n\n", text)
	s.w.(http.Flusher).Flush()
}

// pause waits after an event and tells whether the client is still there.
func (s *stream) pause(e event) bool {
	if s.n++; s.sent != nil {
		s.sent(s.n)
	}
	select {
	case <-time.After(max(e.pause, 5*time.Millisecond)):
		return true
	case <-s.r.Context().Done():
		return false
	}
}

// content is a message's text: a string, or a list of parts that have one.
type content string

func (c *content) UnmarshalJSON(b []byte) error {
	var s string
	if json.Unmarshal(b, &s) == nil {
		*c = content(s)
		return nil
	}
	var parts []struct{ Text string }
	if err := json.Unmarshal(b, &parts); err != nil {
		return nil // null, or something that has no text
	}
	for _, p := range parts {
		*c += content(p.Text + "\n")
	}
	return nil
}

// scripted finds the last of n messages that names a script, by its text and
// whether it is the person's; the last one of the person when none does.
func scripted(n int, at func(i int) (text string, user bool)) (string, int) {
	last, index := "", -1
	for i := range n {
		text, user := at(i)
		if user && (index < 0 || strings.Contains(text, "play ") || !strings.Contains(last, "play ")) {
			last, index = text, i
		}
	}
	return last, index
}
