package engine

import (
	"bytes"
	"cmp"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"sidekicks/engine/acp"
	"sidekicks/engine/conversation"
)

// apply translates a session update into the conversation: the only place
// that knows what the wire says. It reports whether anything changed.
func (c *talk) apply(u *acp.SessionUpdate, at time.Time) bool {
	switch u.Kind {
	case acp.AgentMessageChunk:
		return c.chunk(u, c.log.AppendText, at)
	case acp.AgentThoughtChunk:
		return c.chunk(u, c.log.AppendThought, at)
	case acp.ToolCallStart, acp.ToolCallProgress:
		call, list := u.ToolCall, todos(u.ToolCall.RawInput)
		if list != nil && !c.plans {
			c.log.SetPlan(list, at)
		}
		call.Name = cmp.Or(call.Name, toolName(u))
		c.updateTool(call, terminalOutput(u), u.Kind == acp.ToolCallStart, at)
		if list != nil {
			c.log.PlanTool(call.ID)
		}
	case acp.PlanUpdate:
		c.plans = true
		c.log.SetPlan(u.Plan, at)
	case acp.AvailableCommandsUpdate:
		c.commands = u.Commands
	case acp.CurrentModeUpdate:
		c.mode = u.ModeID
		c.moved()
	case acp.ConfigOptionUpdate:
		c.setOptions(u.ConfigOptions)
		c.moved()
	case acp.SessionInfoUpdate:
		return c.setTitle(u.Title)
	case acp.UsageUpdate:
		usage := u.Usage
		c.usage, c.metered = &usage, true
	case acp.NoticeUpdate:
		notice := u.Notice
		c.log.Add(conversation.Message{Role: conversation.System, Code: conversation.AgentNotice, Notice: &notice, At: at})
	case acp.CompactionUpdate:
		c.compact(u.Raw, at)
	case acp.CompactionSummaryChunk:
		c.summarise(u.Content.Text, at)
	case acp.UserMessageChunk:
		return false // the person's own message, which is in the log
	default:
		c.unknown++
	}
	return true
}

// chunk adds a fragment to the answer or to the reasoning.
func (c *talk) chunk(u *acp.SessionUpdate, add func(acp.MessageID, string, time.Time), at time.Time) bool {
	metered := u.Meta != nil && c.meter(u.Meta)
	switch {
	case u.Content.Type != "text":
		c.log.AddContent(u.Content, at)
	case u.Content.Text == "":
		return metered
	default:
		add(u.MessageID, u.Content.Text, at)
	}
	return true
}

// meter takes the usage that Qwen Code sends with an empty chunk, for agents
// that send no usage_update.
func (c *talk) meter(meta jsontext.Value) bool {
	var m struct {
		Usage struct {
			Total int64 `json:"totalTokens"`
		} `json:"usage"`
	}
	if c.metered || json.Unmarshal(meta, &m) != nil || m.Usage.Total == 0 {
		return false
	}
	c.usage = &acp.Usage{Used: m.Usage.Total}
	return true
}

// terminalOutput is the output that codex streams beside the protocol's
// content: it believes in a terminal of ours.
func terminalOutput(u *acp.SessionUpdate) string {
	for _, meta := range []jsontext.Value{u.ToolCall.Meta, u.Meta} {
		type output struct {
			Data string `json:"data"`
		}
		var m struct {
			Delta  output `json:"terminal_output_delta"`
			Output output `json:"terminal_output"`
		}
		if meta != nil && json.Unmarshal(meta, &m) == nil && (m.Delta.Data != "" || m.Output.Data != "") {
			return m.Delta.Data + m.Output.Data
		}
	}
	return ""
}

// toolName is the tool's name that Qwen Code tells beside the protocol's fields:
// of a call that fails before it begins it tells nothing else.
func toolName(u *acp.SessionUpdate) string {
	for _, meta := range []jsontext.Value{u.ToolCall.Meta, u.Meta} {
		var m struct {
			Name string `json:"toolName"`
		}
		if meta != nil && json.Unmarshal(meta, &m) == nil && m.Name != "" {
			return m.Name
		}
	}
	return ""
}

// todos is the plan in what a tool was given, nil when there is none: OpenCode
// sends no other.
func todos(raw jsontext.Value) []acp.PlanEntry {
	var given struct {
		Todos []acp.PlanEntry `json:"todos"`
	}
	if !bytes.Contains(raw, []byte(`"todos"`)) || json.Unmarshal(raw, &given) != nil || len(given.Todos) > maxTodos {
		return nil
	}
	for _, e := range given.Todos {
		if e.Content == "" || e.Status != "pending" && e.Status != "in_progress" && e.Status != "completed" && e.Status != "cancelled" {
			return nil
		}
	}
	return given.Todos
}

// maxTodos is more than a plan has that anybody reads.
const maxTodos = 500

func (c *talk) updateTool(change acp.ToolCall, output string, start bool, at time.Time) *conversation.Tool {
	t, ended := c.log.UpdateTool(change, output, start, at)
	if ended {
		c.loops.Ended(t)
		c.conduct.ended(t)
	}
	return t
}

func (c *talk) setTitle(title *string) bool {
	if title == nil || *title == c.title {
		return false
	}
	c.title = *title
	return true
}

// setOptions takes the session's options. One of category mode is the mode:
// agents that have it tell a change of mode only there.
func (c *talk) setOptions(options []acp.ConfigOption) {
	c.options = options
	for _, o := range options {
		if o.Category != "mode" || len(o.Options) == 0 {
			continue
		}
		c.modeOption, c.modes, c.mode = o.ID, nil, ""
		for _, v := range o.Options {
			c.modes = append(c.modes, acp.SessionMode{ID: acp.SessionModeID(v.Value), Name: v.Name, Description: v.Description})
		}
		var value string
		if json.Unmarshal(o.CurrentValue, &value) == nil {
			c.mode = acp.SessionModeID(value)
		}
		return
	}
}

// compact says that the agent summarised its memory: once for each time, as
// the update is sent again while it goes on.
func (c *talk) compact(raw jsontext.Value, at time.Time) {
	var u struct {
		ID string `json:"compactionId"`
	}
	if json.Unmarshal(raw, &u) == nil && u.ID != "" && u.ID == c.compaction {
		return
	}
	c.compaction, c.summary = u.ID, new(strings.Builder)
	c.compacted = c.log.Add(conversation.Message{Role: conversation.System, Code: conversation.Compacted, At: at})
}

// summarise adds a fragment of the summary to the message that tells of it.
func (c *talk) summarise(text string, at time.Time) {
	if c.log.Find(c.compacted) == nil {
		c.compact(nil, at)
	}
	c.summary.WriteString(text) // a text that is added to again and again grows in a builder alone
	c.log.Edit(c.compacted, func(m *conversation.Message) {
		m.Parts = []conversation.Part{conversation.Text{Markdown: c.summary.String()}}
	})
}
