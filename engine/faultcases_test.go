package engine

import (
	"fmt"
	"strings"
	"testing/synctest"
	"time"

	"sidekicks/engine/acp"
	"sidekicks/engine/acp/acptest"
	"sidekicks/engine/conversation"
)

var startFaults = []fault{
	{name: "the command is not there", show: notSentBecause("not-found Riker"), sent: "nothing", left: "failed not-found"},
	{name: "it exits at once", agent: func(*acptest.Wire) {}, sent: "nothing", show: notSentBecause("exited 1"), left: "failed exited"},
	{name: "it exits on initialize", agent: func(w *acptest.Wire) { w.Expect("initialize") }, sent: "initialize", show: notSentBecause("exited 1"), left: "failed exited"},
	{name: "it is there at the second try", do: thenTwo, sent: "nothing", show: notSentBecause("not-found Riker") + two},
	{name: "it exits on session/new", agent: func(w *acptest.Wire) {
		m, _ := w.Expect("initialize")
		w.Reply(m, `{"protocolVersion":1}`)
		w.Expect("session/new")
	}, sent: "initialize session/new", show: notSentBecause("exited 1"), left: "failed exited"},
	{name: "it refuses session/new", agent: func(w *acptest.Wire) {
		m, _ := w.Expect("initialize")
		w.Reply(m, `{"protocolVersion":1}`)
		m, _ = w.Expect("session/new")
		w.Line(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32603,"message":"no disk"}}`, m.ID)
		rest(w)
	}, sent: "initialize session/new", show: notSentBecause("agent-error no disk")},
	{name: "it wants a sign-in before a session", agent: func(w *acptest.Wire) {
		m, _ := w.Expect("initialize")
		w.Reply(m, `{"protocolVersion":1,"authMethods":[{"id":"web","name":"Web"}]}`)
		m, _ = w.Expect("session/new")
		w.Line(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32000,"message":"Authentication required"}}`, m.ID)
		rest(w)
	}, sent: "initialize session/new", show: notSentBecause("sign-in Authentication required"), left: "idle, sign in"},
	{name: "it wants a sign-in and tells no way to", agent: func(w *acptest.Wire) {
		m, _ := w.Expect("initialize")
		w.Reply(m, `{"protocolVersion":1,"authMethods":[]}`)
		m, _ = w.Expect("session/new")
		w.Line(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32000,"message":"Authentication required"}}`, m.ID)
		rest(w)
	}, sent: "initialize session/new", show: notSentBecause("sign-in-untold Authentication required")},
	{name: "it starts slowly", agent: func(w *acptest.Wire) {
		time.Sleep(2 * time.Minute)
		well(w)
	}, do: func(l *lab) {
		l.send("one")
		if a := l.agentView(riker); a.Status != AgentStarting || a.Since.IsZero() {
			l.t.Errorf("agent %+v", a)
		}
		time.Sleep(3 * time.Minute)
	}, show: answered(`"echo one"`)},
	{name: "it writes junk before it answers", agent: func(w *acptest.Wire) {
		w.Write("Welcome!\n\x1b[1 q\n")
		well(w)
	}, show: answered(`"echo one"`)},
	{name: "it names no session", agent: func(w *acptest.Wire) {
		m, _ := w.Expect("initialize")
		w.Reply(m, `{"protocolVersion":1}`)
		m, _ = w.Expect("session/new")
		w.Reply(m, `{}`)
		rest(w)
	}, sent: "initialize session/new", show: notSentBecause("agent-error session/new: no sessionId")},
}

var orderFaults = []fault{
	{name: "updates before the session is known", agent: func(w *acptest.Wire) {
		m, _ := w.Expect("initialize")
		w.Reply(m, `{"protocolVersion":1}`)
		m, _ = w.Expect("session/new")
		says(w, chunk("early "))
		w.Reply(m, `{"sessionId":"s1"}`)
		m, _ = w.Expect("session/prompt")
		echoPrompt(w, m)
		rest(w)
	}, show: answered(`"early echo one"`)},
	{name: "a permission before the session is known", agent: func(w *acptest.Wire) {
		m, _ := w.Expect("initialize")
		w.Reply(m, `{"protocolVersion":1}`)
		m, _ = w.Expect("session/new")
		w.Line("%s", permissionOf("7", "t"))
		w.Expect("")
		w.Reply(m, `{"sessionId":"s1"}`)
		m, _ = w.Expect("session/prompt")
		says(w, toolUpdate("t", `,"status":"completed"`))
		echoPrompt(w, m)
		rest(w)
	}, do: func(l *lab) { l.send("one"); answerAll(l, "yes") }, sent: "initialize session/new (selected yes) session/prompt",
		show: answered(`tool  "rm" completed`, `"echo one"`)},
	{name: "text after the answer", agent: func(w *acptest.Wire) {
		answering(w, func(w *acptest.Wire, m acptest.Message) {
			echoPrompt(w, m)
			says(w, chunk(", late"))
		})
	}, show: answered(`"echo one, late"`)},
	{name: "a tool after the answer", agent: func(w *acptest.Wire) {
		answering(w, func(w *acptest.Wire, m acptest.Message) {
			echoPrompt(w, m)
			says(w, toolUpdate("t", `,"title":"ls","status":"completed"`))
		})
	}, show: answered(`"echo one"`, `tool  "ls" completed`)},
	{name: "text with no turn, long after", agent: func(w *acptest.Wire) {
		m := opened(w)
		echoPrompt(w, m)
		time.Sleep(time.Minute)
		says(w, chunk(" and more"))
		rest(w)
	}, do: func(l *lab) { l.send("one"); time.Sleep(2 * time.Minute) }, show: answered(`"echo one and more"`)},
	{name: "a permission with no turn", agent: func(w *acptest.Wire) {
		answering(w, func(w *acptest.Wire, m acptest.Message) {
			echoPrompt(w, m)
			w.Line("%s", permissionOf("7", "t"))
		})
	}, do: func(l *lab) { l.send("one"); answerAll(l, "no") }, sent: plain + " (selected no)", show: answered(`"echo one"`, `tool  "rm" refused`)},
	{name: "a tool first told by its permission", agent: func(w *acptest.Wire) {
		answering(w, func(w *acptest.Wire, m acptest.Message) {
			w.Line("%s", permissionOf("7", "t"))
			w.Expect("") // the answer
			says(w, `{"sessionUpdate":"tool_call","toolCallId":"t","kind":"execute","status":"completed"}`)
			w.Reply(m, `{"stopReason":"end_turn"}`)
		})
	},
		do: func(l *lab) { l.send("one"); answerAll(l, "yes") }, sent: plain + " (selected yes)", show: answered(`tool execute "rm" completed`)},
	{name: "a tool's update before its call", agent: lines(toolUpdate("t", `,"status":"in_progress"`), `{"sessionUpdate":"tool_call","toolCallId":"t","title":"ls"}`, toolUpdate("t", `,"status":"completed"`)),
		show: answered(`tool  "ls" completed`)},
	{name: "updates of an unknown session", agent: lines(`{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"other","update":`+chunk("lost")+`}}`, chunk("found")), show: answered(`"found"`)},
	{name: "a permission of a session of its own", agent: lines(strings.Replace(permissionOf("7", "t"), `"s1"`, `"child"`, 1)),
		do: func(l *lab) { l.send("one"); answerAll(l, "yes") }, sent: plain + " (selected yes)", show: answered(`tool  "rm"`)},
	{name: "it answers the prompt twice", agent: func(w *acptest.Wire) {
		answering(w, func(w *acptest.Wire, m acptest.Message) {
			echoPrompt(w, m)
			w.Reply(m, `{"stopReason":"refusal"}`)
		})
	}, do: thenTwo, sent: plain + " session/prompt", show: answered(`"echo one"`) + two},
	{name: "the mode before the session is known", agent: func(w *acptest.Wire) {
		m, _ := w.Expect("initialize")
		w.Reply(m, `{"protocolVersion":1}`)
		m, _ = w.Expect("session/new")
		says(w, `{"sessionUpdate":"current_mode_update","currentModeId":"auto"}`)
		w.Reply(m, `{"sessionId":"s1","modes":{"currentModeId":"ask","availableModes":[{"id":"ask","name":"Ask"},{"id":"auto","name":"Auto"}]}}`)
		answering(w, echoPrompt)
	}, do: func(l *lab) {
		l.send("one")
		if m := l.view().Mode; m != "auto" {
			l.t.Errorf("mode %q", m)
		}
	}, show: answered(`"echo one"`)},
	{name: "the person's own words come back", agent: lines(`{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"one"}}`, chunk("yes")), show: answered(`"yes"`)},
}

var sizeFaults = []fault{
	{name: "a line above the limit", agent: turns(func(w *acptest.Wire) {
		says(w, chunk("before "))
		w.Write(`{"jsonrpc":"2.0","method":"session/update","params":{"x":"`)
		for range 65 {
			w.Write(strings.Repeat("x", 1<<20))
		}
		w.Write("\"}}\n")
		says(w, chunk("after"))
	}), show: answered(`"before after"`)},
	{name: "commands of half a megabyte", agent: lines(`{"sessionUpdate":"available_commands_update","availableCommands":[{"name":"c","description":"`+strings.Repeat("x", 560_000)+`"}]}`, chunk("hi")),
		do: func(l *lab) {
			l.send("one")
			if c := l.view().Commands; len(c) != 1 || len(c[0].Description) != 560_000 {
				l.t.Errorf("%d commands", len(c))
			}
		}, show: answered(`"hi"`)},
	{name: "the whole output again with each fragment", agent: turns(func(w *acptest.Wire) {
		for i := range 500 {
			says(w, toolUpdate("t", fmt.Sprintf(`,"title":"ls","content":[{"type":"content","content":{"type":"text","text":%q}}]`, strings.Repeat("x", i*100)+"end")))
		}
		says(w, toolUpdate("t", `,"status":"completed","content":[{"type":"content","content":{"type":"text","text":"end"}}]`))
	}), show: answered(`tool  "ls" completed "end"`)},
	{name: "a tool output of 20 MB", agent: turns(func(w *acptest.Wire) {
		says(w, toolUpdate("t", `,"title":"ls","status":"completed","content":[{"type":"content","content":{"type":"text","text":"`+strings.Repeat("x", 20<<20)+`"}}]`))
	}), do: func(l *lab) {
		l.send("one")
		if cut := l.view().Messages[1].Parts[0].(*conversation.Tool).Cut; cut != 4<<20 {
			l.t.Errorf("%d bytes are said to be cut", cut)
		}
	}, show: answered(`tool  "ls" completed 16777223 bytes`)},
	{name: "empty fragments", agent: lines(chunk(""), chunk("a"), chunk(""), chunk("b")), show: answered(`"ab"`)},
	{name: "nothing said", agent: lines(), show: answered()},
}

var encodingFaults = []fault{
	{name: "a byte order mark", agent: turns(func(w *acptest.Wire) {
		w.Write("\ufeff")
		says(w, chunk("a"))
	}), show: answered(`"a"`)},
	{name: "an escape sequence before the brace", agent: turns(func(w *acptest.Wire) {
		w.Write("\x1b[1 q")
		says(w, chunk("a"))
	}), show: answered(`"a"`)},
	{name: "carriage returns", agent: turns(func(w *acptest.Wire) {
		w.Write(`{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":` + chunk("a") + "}}\r\n")
	}), show: answered(`"a"`)},
	{name: "empty lines", agent: lines(chunk("a"), "", " ", chunk("b")), show: answered(`"ab"`)},
	{name: "lines that are no JSON", agent: lines(chunk("a"), "npm warn deprecated", "{not json}", `{"jsonrpc":"2.0",`, chunk("b")), show: answered(`"ab"`)},
	{name: "bytes that are no UTF-8", agent: lines(strings.Replace(`{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":`+chunk("X")+`}}`, "X", "a\xffb", 1)), show: answered(`"a�b"`)},
	{name: "half a surrogate pair", agent: lines(`{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"a\ud83db"}}`), show: answered(`"a�b"`)},
	{name: "a character cut between two writes", agent: turns(func(w *acptest.Wire) {
		line := `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"é"}}}}` + "\n"
		i := strings.Index(line, "é") + 1
		w.Write(line[:i])
		time.Sleep(time.Second)
		w.Write(line[i:])
	}), do: func(l *lab) { l.send("one"); time.Sleep(2 * time.Second) }, show: answered(`"é"`)},
	{name: "byte by byte", agent: turns(func(w *acptest.Wire) {
		for _, b := range []byte(`{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":` + chunk("slow") + "}}\n") {
			w.Write(string([]byte{b}))
		}
	}), show: answered(`"slow"`)},
	{name: "members in another order, and strange ones", agent: lines(`{"params":{"update":{"x":[{}],"content":{"text":"a","annotations":null,"type":"text"},"sessionUpdate":"agent_message_chunk"},"sessionId":"s1"},"extra":1,"method":"session/update","jsonrpc":"2.0"}`), show: answered(`"a"`)},
	{name: "a bad optional field", agent: lines(`{"sessionUpdate":"agent_message_chunk","messageId":7,"content":{"type":"text","text":"a"}}`, `{"sessionUpdate":"tool_call","toolCallId":"t","title":"ls","locations":"nowhere","status":"completed"}`), show: answered(`"a"`, `tool  "ls" completed`)},
	{name: "no newline at the end", agent: func(w *acptest.Wire) {
		m := opened(w)
		says(w, chunk("a"))
		w.Write(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"stopReason":"end_turn"}}`, m.ID))
	}, show: answered(`"a"`) + ended, left: "failed exited"},
	{name: "a terminal's colours in the text", agent: lines(`{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"\u001b[31mred"}}`), show: answered(`"\x1b[31mred"`)},
}

var idFaults = []fault{
	{name: "the id comes back as a string", agent: func(w *acptest.Wire) {
		answering(w, func(w *acptest.Wire, m acptest.Message) {
			says(w, chunk("a"))
			w.Line(`{"jsonrpc":"2.0","id":"%s","result":{"stopReason":"end_turn"}}`, m.ID)
		})
	}, show: answered(`"a"`)},
	{name: "an error without an id", agent: answersLine(`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"cannot read that"}}`), show: failedWith("agent-error cannot read that")},
	{name: "an answer to nobody", agent: lines(`{"jsonrpc":"2.0","id":999,"result":{}}`, chunk("a")), show: answered(`"a"`)},
	{name: "a request with id 0", agent: turns(askAs("0")), do: func(l *lab) { l.send("one"); answerAll(l, "yes") }, sent: plain + " (selected yes)", show: answered(`tool  "rm" cancelled`)},
	{name: "a request with a string for an id", agent: turns(askAs(`"08811c28"`)), do: func(l *lab) { l.send("one"); answerAll(l, "yes") }, sent: plain + " (selected yes)", show: answered(`tool  "rm" cancelled`)},
	{name: "two requests of one id", agent: turns(func(w *acptest.Wire) {
		w.Line("%s", permissionOf("1", "a"))
		w.Line("%s", permissionOf("1", "b"))
		w.Expect("")
		w.Expect("")
	}), do: func(l *lab) {
		l.send("one")
		p := l.Snapshot().Permissions
		if len(p) != 2 || p[0].ID == p[1].ID {
			l.t.Fatalf("permissions %+v", p)
		}
		l.Answer(p[0].ID, "yes")
		l.Answer(p[1].ID, "no")
	}, sent: plain + " (selected yes) (selected no)", show: answered(`tool  "rm" cancelled`, `tool  "rm" refused cancelled`)},
	{name: "ids that begin again with each turn", agent: turns(askAs("1")), do: func(l *lab) {
		l.send("one")
		answerAll(l, "yes")
		l.send("two")
		answerAll(l, "no")
	}, sent: plain + " (selected yes) session/prompt (selected no)", show: answered(`tool  "rm" refused cancelled`) + `
		user
		"two"
		agent end_turn`},
}

func askAs(id string) func(*acptest.Wire) {
	return func(w *acptest.Wire) {
		w.Line("%s", permissionOf(id, "t"))
		w.Expect("")
	}
}

func answersLine(line string) func(*acptest.Wire) {
	return func(w *acptest.Wire) {
		answering(w, func(w *acptest.Wire, m acptest.Message) { w.Line("%s", line) })
	}
}

var errorFaults = []fault{
	{name: "data.error", agent: errorAnswer(`{"code":-32603,"message":"Internal error","data":{"error":"generation timed out (stalled)"}}`), show: failedWith("agent-error generation timed out (stalled)")},
	{name: "data is a string", agent: errorAnswer(`{"code":-32603,"message":"Internal error","data":"no more credit"}`), show: failedWith("agent-error no more credit")},
	{name: "data is nested", agent: errorAnswer(`{"code":-32603,"message":"Internal error","data":{"error":{"message":"overloaded"}}}`), show: failedWith("agent-error overloaded")},
	{name: "a message alone", agent: errorAnswer(`{"code":-32603,"message":"broken"}`), show: failedWith("agent-error broken")},
	{name: "a code alone", agent: errorAnswer(`{"code":-32603}`), show: failedWith("agent-error error -32603")},
	{name: "a code that is a string", agent: errorAnswer(`{"code":"rate_limit","message":"slow down"}`), show: failedWith("agent-error slow down")},
	{name: "a code that is a fraction", agent: errorAnswer(`{"code":-32603.5,"message":"odd"}`), show: failedWith("agent-error odd")},
	{name: "an error that is a string", agent: errorAnswer(`"just words"`), show: failedWith("agent-error just words")},
	{name: "401 in the middle of a conversation", agent: errorAnswer(`{"code":-32603,"message":"Internal error","data":{"details":"401 Incorrect API key provided"}}`),
		show: notSentBecause("sign-in 401 Incorrect API key provided"), left: "idle, sign in"},
	{name: "the sign-in code for any failure", agent: errorAnswer(`{"code":-32000,"message":"model not found"}`), show: failedWith("agent-error model not found")},
	{name: "an error after half an answer", agent: func(w *acptest.Wire) {
		answering(w, func(w *acptest.Wire, m acptest.Message) {
			says(w, chunk("half"))
			w.Line(`{"jsonrpc":"2.0","id":%s,"error":{"code":1,"message":"cut"}}`, m.ID)
		})
	}, show: failedWith("agent-error cut", `"half"`)},
	{name: "the next message after an error", agent: func(w *acptest.Wire) {
		n := 0
		answering(w, func(w *acptest.Wire, m acptest.Message) {
			if n++; n == 1 {
				w.Line(`{"jsonrpc":"2.0","id":%s,"error":{"code":1,"message":"once"}}`, m.ID)
				return
			}
			echoPrompt(w, m)
		})
	}, do: thenTwo, sent: plain + " session/prompt", show: failedWith("agent-error once") + strings.TrimPrefix(two, "\n")},
	{name: "no stop reason", agent: answers(`"result":{}`), show: "user\n\"one\"\nagent"},
	{name: "a stop reason that is not known", agent: answers(`"result":{"stopReason":"bored"}`), show: "user\n\"one\"\nagent bored"},
	{name: "a refusal", agent: answers(`"result":{"stopReason":"refusal"}`), show: "user\n\"one\"\nagent refusal"},
	{name: "a result that is null", agent: answers(`"result":null`), show: "user\n\"one\"\nagent"},
}

var toolFaults = []fault{
	{name: "a tool that never ends", agent: lines(toolUpdate("t", `,"title":"ls","status":"in_progress"`)), show: answered(`tool  "ls" in_progress cancelled`)},
	{name: "a tool that ends twice", agent: lines(toolUpdate("t", `,"title":"ls","status":"completed"`), toolUpdate("t", `,"status":"failed"`)), show: answered(`tool  "ls" failed`)},
	{name: "a tool without an id", agent: lines(`{"sessionUpdate":"tool_call","title":"ls"}`, chunk("a")), show: answered(`"a"`)},
	{name: "a kind and a status that are not known", agent: lines(toolUpdate("t", `,"title":"ls","kind":"teleport","status":"dreaming"`)), show: answered(`tool teleport "ls" dreaming cancelled`)},
	{name: "content of a kind that is not known", agent: lines(toolUpdate("t", `,"title":"ls","status":"completed","content":[{"type":"hologram"},{"type":"content","content":{"type":"text","text":"out"}}]`)), show: answered(`tool  "ls" completed "out"`)},
	{name: "a diff of a new file", agent: lines(toolUpdate("t", `,"title":"w","status":"completed","content":[{"type":"diff","path":"/a","newText":"x"}]`)), show: answered(`tool  "w" completed diff /a`)},
	{name: "an id used again in the next turn", agent: lines(`{"sessionUpdate":"tool_call","toolCallId":"t","title":"ls","status":"completed"}`),
		do: thenTwo, sent: plain + " session/prompt", show: answered(`tool  "ls" completed`) + "\nuser\n\"two\"\nagent end_turn\ntool  \"ls\" completed"},
	{name: "three failures in a row", agent: lines(toolUpdate("a", `,"title":"rm","status":"failed"`), toolUpdate("b", `,"title":"rm","status":"failed"`), toolUpdate("c", `,"title":"rm","status":"failed","rawOutput":"denied\nagain"`)),
		do: func(l *lab) {
			l.send("one")
			if f := l.view().Failures; f != (conversation.Streak{Count: 3, Warn: true, Tool: "rm", Line: "denied"}) {
				l.t.Errorf("failures %+v", f)
			}
		}, show: answered(`tool  "rm" failed`, `tool  "rm" failed`, `tool  "rm" failed`)},
	{name: "a file that it wants written", agent: turns(func(w *acptest.Wire) {
		w.Line(`{"jsonrpc":"2.0","id":1,"method":"fs/write_text_file","params":{"sessionId":"s1","path":"/a","content":""}}`)
		w.Expect("")
	}), sent: plain + " -32601", show: "user\n\"one\"\nsystem unsupported-call fs/write_text_file\nagent end_turn"},
	{name: "a vendor's request", agent: turns(func(w *acptest.Wire) {
		w.Line(`{"jsonrpc":"2.0","id":1,"method":"craft/drainMidTurnQueue","params":{}}`)
		w.Expect("")
	}), sent: plain + " -32601", show: answered()},
	{name: "kinds of update that are not known", agent: lines(`{"sessionUpdate":"hologram","content":{"type":"text","text":"no answer"}}`, `{"sessionUpdate":7}`, chunk("a")), show: answered(`"a"`)},
	{name: "output beside the content", agent: lines(toolUpdate("t", `,"title":"ls","content":[{"type":"terminal","terminalId":"x"}]`), toolUpdate("t", `,"_meta":{"terminal_output_delta":{"data":"one\n","terminal_id":"x"}}`), toolUpdate("t", `,"status":"completed"`)), show: answered(`tool  "ls" completed "one\n"`)},
}

var permissionFaults = []fault{
	{name: "a request without options", agent: turns(func(w *acptest.Wire) {
		w.Line(`{"jsonrpc":"2.0","id":1,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t","title":"rm"},"options":[]}}`)
		w.Expect("")
	}), sent: plain + " -32602", show: answered()},
	{name: "a request without a tool's id", agent: turns(func(w *acptest.Wire) {
		w.Line("%s", permissionOf("1", ""))
		w.Expect("")
	}), do: func(l *lab) { l.send("one"); answerAll(l, "yes") }, sent: plain + " (selected yes)", show: answered(`tool  "rm" cancelled`)},
	{name: "an option of a kind that is not known", agent: turns(func(w *acptest.Wire) {
		w.Line("%s", strings.Replace(permissionOf("1", "t"), "reject_once", "maybe", 1))
		w.Expect("")
	}), do: func(l *lab) { l.send("one"); answerAll(l, "no") }, sent: plain + " (selected no)", show: answered(`tool  "rm" cancelled`)},
	{name: "three requests at once, answered backwards", agent: turns(func(w *acptest.Wire) {
		for i, tool := range []string{"a", "b", "c"} {
			w.Line("%s", permissionOf(fmt.Sprint(i), tool))
		}
		for range 3 {
			w.Expect("")
		}
	}), do: func(l *lab) {
		l.send("one")
		for i := 2; i >= 0; i-- {
			l.Answer(l.Snapshot().Permissions[i].ID, []acp.PermissionOptionID{"yes", "no", ""}[i])
			synctest.Wait()
		}
	}, sent: plain + " (cancelled) (selected no) (selected yes)", show: answered(`tool  "rm" cancelled`, `tool  "rm" refused cancelled`, `tool  "rm" cancelled`)},
	{name: "a request that it takes back", agent: turns(func(w *acptest.Wire) {
		w.Line("%s", permissionOf("1", "t"))
		w.Line(`{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":1}}`)
		w.Expect("")
	}), sent: plain + " -32800", show: answered(`tool  "rm" cancelled`)},
	{name: "two requests for one tool", agent: turns(func(w *acptest.Wire) {
		w.Line("%s", permissionOf("1", "t"))
		w.Line("%s", permissionOf("2", "t"))
		w.Expect("")
		w.Expect("")
	}), do: func(l *lab) {
		l.send("one")
		l.Answer(l.Snapshot().Permissions[0].ID, "yes")
		synctest.Wait()
		if p := l.Snapshot().Permissions; len(p) != 1 || !p[0].Tool.Asking {
			l.t.Errorf("permissions %+v", p)
		}
		answerAll(l, "no")
	}, sent: plain + " (selected yes) (selected no)", show: answered(`tool  "rm" refused cancelled`)},
	{name: "a request that outlives its turn", agent: lines(permissionOf("1", "t"), chunk("done")), do: func(l *lab) {
		l.send("one")
		if len(l.Snapshot().Permissions) != 1 {
			l.t.Error("it is not there any more")
		}
		l.Cancel(rikers)
	}, sent: plain + " (cancelled)", show: answered(`tool  "rm" cancelled`, `"done"`)},
	{name: "an answer to a process that is gone", agent: func(w *acptest.Wire) {
		opened(w)
		w.Line("%s", permissionOf("1", "t"))
		time.Sleep(time.Second)
	}, do: func(l *lab) {
		l.send("one")
		id := l.Snapshot().Permissions[0].ID
		time.Sleep(2 * time.Second)
		if l.Answer(id, "yes") {
			l.t.Error("it was taken")
		}
	}, show: failedWith("exited 1", `tool  "rm" cancelled`), left: "failed exited"},
}

// stopping is an agent that does f when it is told to stop.
func stopping(f func(w *acptest.Wire, prompt acptest.Message)) func(*acptest.Wire) {
	return func(w *acptest.Wire) {
		n := 0
		answering(w, func(w *acptest.Wire, m acptest.Message) {
			if n++; n > 1 {
				echoPrompt(w, m)
				return
			}
			says(w, chunk("begun"))
			w.Expect("session/cancel")
			f(w, m)
		})
	}
}

func thenStop(l *lab) {
	l.send("one")
	l.Cancel(rikers)
	synctest.Wait()
}

const stopped = plain + " session/cancel"

var stopFaults = []fault{
	{name: "end_turn after Stop", agent: stopping(func(w *acptest.Wire, m acptest.Message) { w.Reply(m, `{"stopReason":"end_turn"}`) }), do: thenStop, sent: stopped, show: "user\n\"one\"\nagent cancelled\n\"begun\""},
	{name: "an error after Stop", agent: stopping(func(w *acptest.Wire, m acptest.Message) {
		w.Line(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32603,"message":"aborted"}}`, m.ID)
	}), do: thenStop, sent: stopped, show: "user\n\"one\"\nagent cancelled\n\"begun\""},
	{name: "text after Stop", agent: stopping(func(w *acptest.Wire, m acptest.Message) {
		says(w, chunk(" and on"))
		w.Reply(m, `{"stopReason":"cancelled"}`)
		says(w, chunk(" and on"))
	}), do: thenStop, sent: stopped, show: "user\n\"one\"\nagent cancelled\n\"begun and on and on\""},
	{name: "a crash on Stop", agent: func(w *acptest.Wire) {
		opened(w)
		says(w, chunk("begun"))
		w.Expect("session/cancel")
	}, do: thenStop, sent: stopped, show: "user\n\"one\"\nagent cancelled\n\"begun\"", left: "failed exited"},
	{name: "no answer to Stop", agent: stopping(func(w *acptest.Wire, m acptest.Message) { rest(w) }), do: func(l *lab) { thenStop(l); time.Sleep(6 * time.Second) },
		sent: stopped, show: "user\n\"one\"\nagent streaming\n\"begun\"\noverdue", left: "answering"},
	{name: "no answer to Stop, and a restart", agent: deaf, do: func(l *lab) {
		thenStop(l)
		time.Sleep(6 * time.Second)
		l.RestartAgent(riker)
		l.send("two")
		time.Sleep(20 * time.Second)
	}, show: "user\n\"one\"\nagent cancelled\n\"begun\"" + restarted},
	{name: "a question after Stop", agent: stopping(func(w *acptest.Wire, m acptest.Message) {
		w.Line("%s", permissionOf("1", "t"))
		w.Expect("")
		w.Reply(m, `{"stopReason":"cancelled"}`)
	}), do: thenStop, sent: stopped + " (cancelled)", show: "user\n\"one\"\nagent cancelled\n\"begun\"\ntool  \"rm\" cancelled"},
	{name: "it stops only when its question is answered", agent: func(w *acptest.Wire) {
		answering(w, func(w *acptest.Wire, m acptest.Message) {
			w.Line("%s", permissionOf("1", "t"))
			w.Expect("")
			w.Reply(m, `{"stopReason":"end_turn"}`)
		})
	}, do: thenStop, sent: stopped + " (cancelled)", show: "user\n\"one\"\nagent cancelled\ntool  \"rm\" cancelled"},
	{name: "Stop, Stop, and a message at once", agent: stopping(func(w *acptest.Wire, m acptest.Message) {
		time.Sleep(time.Second)
		w.Reply(m, `{"stopReason":"cancelled"}`)
	}), do: func(l *lab) {
		l.send("one")
		l.Cancel(rikers)
		l.Cancel(rikers)
		l.Send(rikers, "two")
		time.Sleep(2 * time.Second)
	}, sent: stopped + " session/prompt", show: "user\n\"one\"\nagent cancelled\n\"begun\"" + two},
	{name: "Stop when the answer has just come", agent: well, do: func(l *lab) { thenStop(l); l.send("two") }, sent: plain + " session/prompt", show: answered(`"echo one"`) + two},
	{name: "Stop while it starts", agent: func(w *acptest.Wire) { w.Expect("initialize"); rest(w) }, do: thenStop, sent: "initialize", show: "user not sent\n\"one\"", left: "stopped"},
	{name: "Stop while it opens the session", agent: func(w *acptest.Wire) {
		m, _ := w.Expect("initialize")
		w.Reply(m, `{"protocolVersion":1}`)
		w.Expect("session/new")
		rest(w)
	}, do: thenStop, sent: "initialize session/new $/cancel_request", show: "user not sent\n\"one\""},
	{name: "the agent is stopped in its answer", agent: stopping(func(w *acptest.Wire, m acptest.Message) { rest(w) }), do: func(l *lab) {
		l.Send(rikers, "one")
		l.send("two")
		l.StopAgent(riker)
		time.Sleep(10 * time.Second)
	}, sent: stopped, show: "user\n\"one\"\nagent cancelled\n\"begun\"\nuser not sent\n\"two\"", left: "stopped"},
}

// crashing is an agent that does f in its turn and is gone.
func crashing(f func(w *acptest.Wire)) func(*acptest.Wire) {
	return func(w *acptest.Wire) { opened(w); f(w) }
}

// resumable answers initialize with what it can.
func resumable(capabilities, method, result string) func(*acptest.Wire) {
	return func(w *acptest.Wire) {
		m, _ := w.Expect("initialize")
		w.Reply(m, `{"protocolVersion":1,"agentCapabilities":`+capabilities+`}`)
		m, _ = w.Expect(method)
		says(w, chunk("echo one"))
		w.Line(`{"jsonrpc":"2.0","id":%s,%s}`, m.ID, result)
		answering(w, echoPrompt)
	}
}

func stopBetween(l *lab) {
	l.send("one")
	l.StopAgent(riker)
	synctest.Wait()
	l.send("two")
}

// ended is an agent that failed when it had answered.
const ended = `
system agent-unavailable failed exited 1`

const resumed = `
system session-resumed` + two

var processFaults = []fault{
	{name: "a crash in the answer", agent: crashing(func(w *acptest.Wire) { says(w, chunk("half")) }), show: failedWith("exited 1", `"half"`), left: "failed exited"},
	{name: "a crash before a word", agent: crashing(func(*acptest.Wire) {}), show: failedWith("exited 1"), left: "failed exited"},
	{name: "a crash in a tool", agent: crashing(func(w *acptest.Wire) { says(w, toolUpdate("t", `,"title":"ls","status":"in_progress"`)) }), show: failedWith("exited 1", `tool  "ls" in_progress cancelled`), left: "failed exited"},
	{name: "a crash with messages that wait", agent: crashing(func(w *acptest.Wire) { time.Sleep(time.Second) }), do: func(l *lab) {
		l.Send(rikers, "one")
		l.Send(rikers, "two")
		time.Sleep(2 * time.Second)
	}, show: failedWith("exited 1") + "user not sent\n\"two\"", left: "failed exited"},
	{name: "a crash, and the next message", agent: crashing(func(w *acptest.Wire) { says(w, chunk("half")) }), do: thenTwo, show: failedWith("exited 1", `"half"`) + restarted},
	{name: "the last word of a process", agent: func(w *acptest.Wire) {
		m := opened(w)
		says(w, chunk("all"))
		w.Reply(m, `{"stopReason":"end_turn"}`)
	}, show: answered(`"all"`) + ended, left: "failed exited"},
	{name: "a crash between two messages", agent: func(w *acptest.Wire) { echoPrompt(w, opened(w)) }, do: func(l *lab) { l.send("one"); time.Sleep(time.Minute); l.send("two") }, show: answered(`"echo one"`) + ended + restarted},
	{name: "it can resume", agent: well, again: resumable(`{"sessionCapabilities":{"resume":{}}}`, "session/resume", `"result":{}`), do: stopBetween, show: answered(`"echo one"`) + resumed},
	{name: "it can load, and tells its past again", agent: well, again: resumable(`{"loadSession":true}`, "session/load", `"result":{}`), do: stopBetween, show: answered(`"echo one"`) + resumed},
	{name: "it can load, and says more at once", agent: well, again: func(w *acptest.Wire) {
		m, _ := w.Expect("initialize")
		w.Reply(m, `{"protocolVersion":1,"agentCapabilities":{"loadSession":true}}`)
		m, _ = w.Expect("session/load")
		says(w, chunk("echo one"))
		w.Reply(m, `{"modes":{"currentModeId":"ask","availableModes":[{"id":"ask","name":"Ask"},{"id":"auto","name":"Auto"}]}}`)
		says(w, `{"sessionUpdate":"current_mode_update","currentModeId":"auto"}`)
		says(w, chunk("back, "))
		answering(w, echoPrompt)
	}, do: func(l *lab) {
		stopBetween(l)
		if m := l.view().Mode; m != "auto" {
			l.t.Errorf("mode %q", m)
		}
	}, show: answered(`"echo one"`) + strings.Replace(resumed, "echo two", "back, echo two", 1)},
	{name: "it cannot find the session again", agent: well, again: resumable(`{"loadSession":true}`, "session/load", `"error":{"code":-32002,"message":"gone"}`), do: stopBetween, show: answered(`"echo one"`) + restarted},
	{name: "it remembers nothing", agent: well, do: stopBetween, show: answered(`"echo one"`) + restarted},
	{name: "it closes its output and lives on", agent: func(w *acptest.Wire) {
		opened(w)
		says(w, chunk("half"))
	}, show: failedWith("exited 1", `"half"`), left: "failed exited"},
	{name: "a new conversation after a crash", agent: crashing(func(w *acptest.Wire) {}), do: func(l *lab) {
		l.send("one")
		l.NewConversation(rikers)
		l.send("two")
	}, show: failedWith("exited 1") + "system new-conversation\n-----" + two},
}
