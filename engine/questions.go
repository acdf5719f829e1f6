package engine

import (
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"sidekicks/engine/config"
)

// A ConfigQuestion is about a text that need not be saved.
type ConfigQuestion struct {
	ID       uint64 // told back with the answer, most often a version of the text
	Text     string
	Complete bool          // tell what can be written at Caret
	Caret    int           // in bytes
	Explain  bool          // tell what is at At
	At       int           // in bytes
	Owner    bool          // tell which agent's entry OwnerOf is in
	OwnerOf  int           // in bytes
	Format   bool          // tell how its lines and blanks are put in order
	Add      *config.Agent // tell how this agent is added, under a name that is free
	Set      string        // JSON pointer: tell how it is given the string Value
	Value    string
}

// A ConfigAnswer is what there is to say of a text.
type ConfigAnswer struct {
	ConfigQuestion
	Number      uint64 // counts the answers
	Problems    []config.Problem
	Candidates  []config.Candidate
	Agent       string        // JSON pointer of the entry that Owner asks for; "" for none
	Refused     bool          // what was to be written cannot be, as the text is
	Edits       []config.Edit // of the text: what Format, Add or Set asks for
	Explained   bool          // there is something to say of what is at At
	Explanation config.Explanation
}

// CheckConfig judges a text, and tells what can be written at its caret, what
// stands somewhere in it, or what edits do something to it. The answer comes in
// the snapshot; of several questions at once the last is answered, with what
// others asked of the same text.
func (e *Engine) CheckConfig(q ConfigQuestion) {
	e.update(func(*state) bool {
		s := &e.settings
		if s.asked != nil && s.asked.ID == q.ID {
			q.Join(*s.asked)
		}
		if s.asked = &q; !s.asking && !e.state.closing {
			s.asking = true
			e.goLocked(e.answerQuestions)
		}
		return false
	})
}

// Join adds what an earlier question asks of the same text.
func (q *ConfigQuestion) Join(earlier ConfigQuestion) {
	if earlier.Complete && !q.Complete {
		q.Complete, q.Caret = true, earlier.Caret
	}
	if earlier.Owner && !q.Owner {
		q.Owner, q.OwnerOf = true, earlier.OwnerOf
	}
	if earlier.Explain && !q.Explain {
		q.Explain, q.At = true, earlier.At
	}
	if !q.Format && q.Add == nil && q.Set == "" {
		q.Format, q.Add, q.Set, q.Value = earlier.Format, earlier.Add, earlier.Set, earlier.Value
	}
}

func (e *Engine) answerQuestions() {
	for {
		var q *ConfigQuestion
		e.update(func(*state) bool {
			s := &e.settings
			q, s.asked = s.asked, nil
			s.asking = q != nil && !e.state.closing
			return false
		})
		if q == nil {
			return
		}
		a := e.judge(*q)
		e.update(func(*state) bool {
			a.Number = e.settings.view.Answer.Number + 1
			e.settings.view.Answer = a
			return true
		})
	}
}

// judge answers a question. It takes time that grows with the text, and waits for
// the folders that are named in it.
func (e *Engine) judge(q ConfigQuestion) ConfigAnswer {
	text := []byte(q.Text)
	env := e.settings.options.Env
	a := ConfigAnswer{ConfigQuestion: q, Problems: config.Check(text, env)}
	a.Text = "" // the one who asked has it
	if q.Complete {
		known := config.Known{
			Agents:   agentsOf(e.found()),
			Folders:  func(prefix string) []string { return folders(env, prefix) },
			Programs: func(prefix string) []string { return programs(env, prefix) },
		}
		a.Candidates = config.Complete(text, q.Caret, known)
	}
	if q.Owner {
		a.Agent = config.AgentAt(text, q.OwnerOf)
	}
	if q.Explain {
		a.Explanation, a.Explained = config.Hover(text, q.At)
	}
	if q.Format || q.Add != nil || q.Set != "" {
		a.Edits = q.edits(text)
		a.Refused = a.Edits == nil
	}
	return a
}

// Settle takes away what is answered by a.
func (q *ConfigQuestion) Settle(a *ConfigAnswer) {
	if a.Complete && a.Caret == q.Caret {
		q.Complete = false
	}
	if a.Explain && a.At == q.At {
		q.Explain = false
	}
	if a.Owner && a.OwnerOf == q.OwnerOf {
		q.Owner = false
	}
	if a.Format || a.Add != nil || a.Set != "" {
		q.Format, q.Add, q.Set, q.Value = false, nil, "", ""
	}
}

// edits are what the question asks to be written; nil when it cannot be.
func (q ConfigQuestion) edits(text []byte) []config.Edit {
	switch {
	case q.Format:
		if after, ok := config.Format(text); ok {
			return []config.Edit{smallest(q.Text, string(after))}
		}
	case q.Add != nil:
		a := *q.Add
		a.Name = freeName(text, a.Name)
		return config.AddAgent(text, a)
	case q.Set != "":
		value, err := jsontext.AppendQuote(nil, q.Value)
		if err == nil {
			return config.Set(text, slices.Collect(jsontext.Pointer(q.Set).Tokens()), value)
		}
	}
	return nil
}

// smallest is the edit that makes after of before and leaves the most as it is.
func smallest(before, after string) config.Edit {
	n := min(len(before), len(after))
	start := 0
	for start < n && before[start] == after[start] {
		start++
	}
	end := 0
	for end < n-start && before[len(before)-1-end] == after[len(after)-1-end] {
		end++
	}
	return config.Edit{Start: start, End: len(before) - end, Text: after[start : len(after)-end]}
}

// freeName is a name that no agent of the text has: Riker, Riker 2…
func freeName(text []byte, name string) string {
	c, _ := config.Parse(text, config.Env{})
	taken := map[string]bool{}
	for _, a := range c.Agents {
		taken[a.Name] = true
	}
	free := name
	for n := 2; taken[free]; n++ {
		free = name + " " + strconv.Itoa(n)
	}
	return free
}
