package engine

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"sidekicks/engine/acp"
	"sidekicks/engine/agent"
	"sidekicks/engine/conversation"
)

// A choice is the value that the person gave a mode or an option. It holds for
// the conversation: a later session begins with it, as the agent would begin
// with its own, until the agent goes over to another by itself.
type choice struct {
	option string // id; "" is the mode, of an agent that has it beside the options
	value  jsontext.Value
	number uint64 // counts the choices of a conversation
	stage  choiceStage
}

// A choiceStage is how far a choice got with the session there is.
type choiceStage uint8

const (
	choiceOwed  choiceStage = iota // the session has to be asked
	choiceAsked                    // and was asked
	choiceMade
)

// SetMode asks the agent for another of the conversation's Modes; one that does
// not run is asked when it has begun the next session. Who chooses a mode that
// acts without asking wants that.
func (e *Engine) SetMode(key conversation.Key, id string) {
	e.talk(key, func(s *state, c *talk) bool {
		return e.chooseLocked(c, c.modeChoice(id), func(ok bool) {
			if a := find(s.agents, c.agent); ok && a != nil && KindOfMode(id).Acts() {
				a.confirmed = true
			}
		})
	})
}

// SetOption gives one of the conversation's Options a value, as SetMode does: a
// JSON string, or a JSON boolean for an option of type boolean.
func (e *Engine) SetOption(key conversation.Key, id string, value jsontext.Value) {
	e.talk(key, func(_ *state, c *talk) bool {
		return e.chooseLocked(c, choice{option: id, value: value}, func(bool) {})
	})
}

func (c *talk) modeChoice(id string) choice {
	return choice{option: c.modeOption, value: quoted(id)}
}

func quoted(s string) jsontext.Value {
	v, err := jsontext.AppendQuote(nil, strings.ToValidUTF8(s, "\uFFFD"))
	if err != nil {
		return jsontext.Value(`""`)
	}
	return v
}

// chooseLocked makes a choice, or notes it for the next session when the
// conversation has none that lives. then is told whether the choice holds,
// under the lock. It reports whether the state changed already.
func (e *Engine) chooseLocked(c *talk, ch choice, then func(ok bool)) (changed bool) {
	c.lastChoice++
	ch.number = c.lastChoice
	c.keep(ch)
	if !e.state.lives(c.process) || e.askLocked(c, ch, then) != nil {
		c.shows(ch)
		then(true)
		return true
	}
	return false
}

// askLocked asks the agent for a choice, before anything that it is asked
// later. then is told whether it holds, under the lock.
func (e *Engine) askLocked(c *talk, ch choice, then func(ok bool)) error {
	answered := func(options []acp.ConfigOption, err error) {
		e.update(func(*state) bool {
			then(c.chosen(ch, options, err))
			return true
		})
	}
	var err error
	if conn := c.process.conn; ch.option != "" {
		err = conn.SetConfigOption(c.session, ch.option, ch.value, answered)
	} else {
		err = conn.SetMode(c.session, acp.SessionModeID(ch.text()), func(err error) { answered(nil, err) })
	}
	if err == nil {
		ch.stage = choiceAsked
		c.keep(ch)
	}
	return err
}

// lives tells whether a process is there to be asked.
func (s *state) lives(p *process) bool {
	if p == nil || s.processes[p.agent] != p {
		return false
	}
	a := find(s.agents, p.agent)
	return a != nil && a.state.Generation == p.generation && (a.state.Status == agent.Idle || a.state.Status == agent.Answering)
}

func (ch choice) text() (s string) {
	if json.Unmarshal(ch.value, &s) != nil {
		return string(ch.value)
	}
	return s
}

// chosen takes what the agent made of a choice, unless there is a later one. A
// refusal is told in the conversation; a process that is gone leaves the choice
// to the next session.
func (c *talk) chosen(ch choice, options []acp.ConfigOption, err error) (ok bool) {
	i := slices.IndexFunc(c.choices, func(o choice) bool { return o.number == ch.number })
	if i < 0 || c.choices[i].stage != choiceAsked {
		return false
	}
	switch refusal := (*acp.AgentError)(nil); {
	case errors.As(err, &refusal):
		c.choices = slices.Delete(c.choices, i, i+1)
		c.log.Add(conversation.Message{Role: conversation.System, Code: conversation.SettingRefused, Args: []string{shortName(ch.name())}, Failure: failureOf(err), At: time.Now()})
		return false
	case err != nil:
		c.choices[i].stage = choiceOwed
		c.shows(ch)
	case options != nil:
		c.choices[i].stage = choiceMade
		c.setOptions(options)
	default:
		c.choices[i].stage = choiceMade
		c.shows(ch)
	}
	return true
}

// name is the choice's in a message.
func (ch choice) name() string {
	if ch.option == "" {
		return ch.text()
	}
	return ch.option
}

// keep remembers a choice, in the place of an earlier one.
func (c *talk) keep(ch choice) {
	c.choices = slices.DeleteFunc(c.choices, func(o choice) bool { return o.option == ch.option })
	c.choices = append(c.choices, ch)
}

// shows puts a choice in force.
func (c *talk) shows(ch choice) {
	if ch.option == "" {
		c.mode = acp.SessionModeID(ch.text())
		return
	}
	options := slices.Clone(c.options)
	for i := range options {
		if options[i].ID == ch.option {
			options[i].CurrentValue = ch.value
		}
	}
	c.setOptions(options)
}

// inForce tells whether the session is as chosen.
func (c *talk) inForce(ch choice) bool {
	if ch.option == "" {
		return string(c.mode) == ch.text()
	}
	i := slices.IndexFunc(c.options, func(o acp.ConfigOption) bool { return o.ID == ch.option })
	return i >= 0 && string(c.options[i].CurrentValue) == string(ch.value)
}

// moved forgets the choices that the agent itself left.
func (c *talk) moved() {
	c.choices = slices.DeleteFunc(c.choices, func(ch choice) bool { return ch.stage == choiceMade && !c.inForce(ch) })
}

// owe has all choices made again in the session that comes.
func (c *talk) owe() {
	for i := range c.choices {
		c.choices[i].stage = choiceOwed
	}
}

// owed are the choices that the session has to be asked for.
func (c *talk) owed() []choice {
	return slices.DeleteFunc(slices.Clone(c.choices), func(ch choice) bool { return ch.stage != choiceOwed })
}
