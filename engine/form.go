package engine

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"sidekicks/engine/acp"
	"sidekicks/engine/conversation"
)

// A FormID names a form within a run of the program.
type FormID uint64

// A FormView is a form that an agent wants the person to fill in.
type FormView struct {
	ID          FormID
	Key         conversation.Key
	Agent       string
	Title       string // the agent's words, as Message and Description
	Message     string
	Description string
	Fields      []conversation.FormField
	At          time.Time
}

// A form waits for the person.
type form struct {
	view    FormView
	talk    *talk
	process *process
	call    uint64
	reply   func(acp.ElicitationAnswer) // never waits
}

// A formFiller is a process's handler where somebody can fill in forms.
type formFiller struct{ *process }

// Elicit registers a form; an answer comes later. While the turn or the agent
// is being stopped there is nobody to fill it in.
func (p formFiller) Elicit(req acp.ElicitationRequest, reply func(acp.ElicitationAnswer)) {
	p.engine.update(func(s *state) bool {
		c := p.talk(s, req.SessionID)
		if c == nil || s.closing || s.endsLocked(c) || s.manyWaitLocked(p.process) {
			reply(acp.ElicitationAnswer{})
			return false
		}
		s.lastForm++
		s.forms = append(s.forms, &form{talk: c, process: p.process, call: req.Call, reply: reply, view: FormView{
			ID: s.lastForm, Key: c.key, Agent: c.agent, Title: req.Title, Message: req.Message,
			Description: req.Description, Fields: req.Fields, At: time.Now()}})
		return true
	})
}

// ElicitationWithdrawn takes back a form that the agent no longer asks for.
func (p formFiller) ElicitationWithdrawn(call uint64) {
	p.engine.update(func(s *state) bool {
		return s.cancelForms(func(f *form) bool { return f.process == p.process && f.call == call })
	})
}

// FillForm answers a form with what the person gave in each of its fields. With
// a fault in one of them nothing is sent. The first answer counts; taken tells
// whether it was this one.
func (e *Engine) FillForm(id FormID, inputs []conversation.FormInput) (faults []conversation.FormFault, taken bool) {
	e.update(func(s *state) bool {
		f := s.form(id)
		if f == nil || len(inputs) != len(f.view.Fields) {
			return false
		}
		content, told := map[string]jsontext.Value{}, []string{f.view.asked()}
		for i, field := range f.view.Fields {
			value, fault := conversation.FieldValue(field, inputs[i])
			faults = append(faults, fault)
			if value != nil {
				content[field.Name] = value
				told = append(told, cmp.Or(field.Title, field.Name)+": "+plainly(value))
			}
		}
		if slices.ContainsFunc(faults, func(f conversation.FormFault) bool { return f != conversation.FormSound }) {
			return false
		}
		taken = true
		s.answerForm(f, conversation.FormAnswered, told, acp.ElicitationAnswer{Action: acp.ElicitationAccept, Content: content})
		return true
	})
	return faults, taken
}

// DeclineForm tells the agent that the person does not fill in a form. It
// reports false when the form is no longer there.
func (e *Engine) DeclineForm(id FormID) (taken bool) {
	e.update(func(s *state) bool {
		f := s.form(id)
		if taken = f != nil; taken {
			s.answerForm(f, conversation.FormDeclined, []string{f.view.asked()}, acp.ElicitationAnswer{Action: acp.ElicitationDecline})
		}
		return taken
	})
	return taken
}

func (s *state) form(id FormID) *form {
	i := slices.IndexFunc(s.forms, func(f *form) bool { return f.view.ID == id })
	if i < 0 {
		return nil
	}
	return s.forms[i]
}

// cancelForms takes back the forms that match.
func (s *state) cancelForms(match func(*form) bool) (any bool) {
	for _, f := range slices.Clone(s.forms) {
		if match(f) {
			s.answerForm(f, conversation.FormUnanswered, []string{f.view.asked()}, acp.ElicitationAnswer{Action: acp.ElicitationCancel})
			any = true
		}
	}
	return any
}

// answerForm takes a form out, answers it, and keeps what was asked and said in
// the conversation: the lines told.
func (s *state) answerForm(f *form, code conversation.Code, told []string, a acp.ElicitationAnswer) {
	s.forms = slices.DeleteFunc(s.forms, func(other *form) bool { return other == f })
	f.talk.log.Add(conversation.Message{Role: conversation.System, Code: code, Args: []string{strings.Join(told, "\n")}, At: time.Now()})
	f.reply(a)
}

// asked is what the agent asked, in its words.
func (v FormView) asked() string { return cmp.Or(v.Message, v.Title, v.Description) }

// plainly is a value as a person reads it.
func plainly(v jsontext.Value) string {
	var list []string
	var s string
	switch {
	case json.Unmarshal(v, &s) == nil:
		return s
	case json.Unmarshal(v, &list) == nil:
		return strings.Join(list, ", ")
	}
	return string(v)
}
