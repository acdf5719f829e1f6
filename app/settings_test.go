package app

import (
	"context"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gioui.org/io/key"
	"gioui.org/io/pointer"
	"gioui.org/io/semantic"
	"gioui.org/layout"

	"sidekicks/engine"
	"sidekicks/engine/acp"
	"sidekicks/engine/config"
	"sidekicks/widgets/widgettest"
)

// A desk is a window on an engine with a real file. Files have no fake time:
// until draws again at each change.
type desk struct {
	*widgettest.Harness
	t       *testing.T
	app     *App
	engine  *engine.Engine
	path    string
	changed chan struct{}
	choose  func(folder bool, chosen func(string))
}

func openDesk(t *testing.T, text string) *desk {
	t.Helper()
	d := &desk{t: t, path: filepath.Join(t.TempDir(), "sidekicks.json"), changed: make(chan struct{}, 1)}
	if text != "" {
		d.write(d.path, text)
	}
	file := engine.ReadConfig(d.path)
	env := config.Env{Home: t.TempDir(), Stat: func(path string) (bool, bool) {
		info, err := os.Stat(path)
		return err == nil && info.IsDir(), err == nil
	}}
	c, _ := config.Parse(file.Text, env)
	d.engine = engine.New(engine.Options{
		Config: c, Start: starter(func(name string) acp.AgentHandler {
			return handlers(map[string]answer{"Riker": echo, "Opencode": echo, "Troi": echo}[name])
		}),
		OnChange: func() {
			select {
			case d.changed <- struct{}{}:
			default:
			}
		},
		Settings: engine.ConfigOptions{
			File: file, Env: env, Watch: config.WatchOptions{Settle: time.Millisecond, Patience: 20 * time.Millisecond},
			Preferences: filepath.Join(t.TempDir(), "preferences.json"),
			Found: func(context.Context) []engine.FoundAgent {
				return []engine.FoundAgent{{Agent: config.Agent{Name: "Opencode", Command: "opencode", Args: []string{"acp"}}, File: "/usr/bin/opencode"}}
			},
		},
	})
	t.Cleanup(func() { d.engine.Close(); <-d.engine.Done() })
	d.app = New(Options{Engine: d.engine, Config: c, Language: "en", Shaper: shaper(), Choose: func(folder bool, chosen func(string)) { d.choose(folder, chosen) }})
	d.Harness = widgettest.New(t, image.Pt(1280, 800), func(gtx layout.Context) layout.Dimensions {
		d.app.Frame(gtx)
		return layout.Dimensions{Size: gtx.Constraints.Max}
	})
	d.Settle()
	return d
}

func (d *desk) write(path, text string) {
	d.t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) disk() string {
	text, err := os.ReadFile(d.path)
	if err != nil {
		d.t.Fatal(err)
	}
	return string(text)
}

// until draws until the screen is as told.
func (d *desk) until(what string, ok func() bool) {
	d.t.Helper()
	limit := time.After(20 * time.Second)
	for {
		d.Settle()
		if ok() {
			return
		}
		select {
		case <-d.changed:
		case <-limit:
			d.t.Fatalf("%s:\n%s", what, d.Dump())
		}
	}
}

func (d *desk) sees(text string) func() bool {
	return func() bool { return strings.Contains(d.Dump(), text) }
}

func (d *desk) misses(text string) func() bool {
	return func() bool { return !strings.Contains(d.Dump(), text) }
}

const oneAgent = `{
  "agent_servers": {
    "Riker": {"command": "riker"}
  }
}
`

// TestSavingTakesWhatWasTypedBefore: also what came in the frame of the key.
func TestSavingTakesWhatWasTypedBefore(t *testing.T) {
	d := openDesk(t, oneAgent)
	d.Press(key.ModShortcut, ",")
	d.until("the text", d.sees(`\"command\": \"riker\"`))
	d.Press(key.ModShortcut, key.NameHome)
	d.Dash("/* */")
	d.Queue(key.Event{Modifiers: key.ModShortcut, Name: "S", State: key.Press})
	d.until("it is saved", func() bool { return d.disk() == "/* */"+oneAgent })
}

func TestWritingAndSaving(t *testing.T) {
	d := openDesk(t, oneAgent)
	d.Press(key.ModShortcut, ",")
	d.until("the text", d.sees(`\"command\": \"riker\"`))
	d.Press(key.ModShortcut, key.NameEnd)
	d.Type("x")
	d.until("it is modified", d.sees("· modified"))
	d.until("the problem", d.sees("1 error · saving waits"))
	d.Press(key.ModShortcut, "S")
	if d.disk() != oneAgent {
		t.Errorf("a text with errors was saved: %q", d.disk())
	}
	d.Press(key.ModShortcut, key.NameEnd)
	d.Press(0, key.NameDeleteBackward)
	d.until("it is as in the file", d.misses("· modified"))
	for range 2 {
		d.Press(0, key.NameUpArrow)
	}
	d.Press(key.ModAlt|key.ModShift, key.NameUpArrow)
	d.Press(key.ModShortcut, "Z")
	d.Press(0, key.NameUpArrow)
	d.Press(0, key.NameEnd)
	d.Press(0, key.NameDeleteBackward)
	d.Type(`, "ke`)
	d.until("the completion", d.sees("keep_running"))
	d.Press(0, key.NameReturn)
	d.Type("}")
	d.until("it is sound", d.sees("Nothing to fix."))
	d.Press(key.ModShortcut, "S")
	d.until("it is saved", d.misses("· modified"))
	if !strings.Contains(d.disk(), `{"command": "riker", "keep_running": true`) {
		t.Errorf("saved: %s", d.disk())
	}
	d.until("it is in force", func() bool {
		v := d.engine.Snapshot().Config
		return len(v.InForce.Agents) == 1 && v.InForce.Agents[0].KeepRunning
	})
	d.Press(0, key.NameEscape)
	d.Press(0, key.NameEscape)
	d.until("the conversation again", d.misses("Nothing to fix."))
}

func TestFixes(t *testing.T) {
	d := openDesk(t, `{"agent_servers": {"Riker": {"command": "riker", "idle_timeout": "10 minutes", "workspace": "~/nowhere"}}}`)
	if !d.sees("Line 1: “10 minutes” is not")() {
		t.Errorf("the settings did not open on the error:\n%s", d.Dump())
	}
	d.until("it can be fixed, once all is checked: what is found later makes room for itself", func() bool {
		n, ok := d.Find(semantic.Button, `Replace by "10m"`)
		return ok && !n.Desc.Disabled && d.sees("1 error, 1 warning")()
	})
	d.Click(semantic.Button, `Replace by "10m"`)
	d.until("it is fixed", func() bool { return d.misses("10 minutes")() && d.sees("1 warning")() })
	folder := t.TempDir()
	d.choose = func(wantsFolder bool, chosen func(string)) {
		if !wantsFolder {
			t.Error("a file is asked for")
		}
		chosen(folder)
	}
	d.Press(0, key.NameF8)
	d.until("the problem in the text", d.sees("Choose a folder…  Ctrl+."))
	d.Press(key.ModShortcut, ".")
	d.until("it is sound", d.sees("Nothing to fix."))
	d.Press(key.ModShortcut, "S")
	d.until("saved", d.misses("· modified"))
	if want := `"workspace": "` + folder + `"`; !strings.Contains(d.disk(), want) || !strings.Contains(d.disk(), `"10m"`) {
		t.Errorf("saved %s", d.disk())
	}
}

// TestAFixOutlastsAnAnswer that comes while the button is held and finds the
// same problems.
func TestAFixOutlastsAnAnswer(t *testing.T) {
	const text = `{"agent_servers": {"Riker": {"command": "riker", "idle_timeout": "10 minutes"}}}`
	d := openDesk(t, text)
	answer := func() engine.ConfigAnswer { return d.engine.Snapshot().Config.Answer }
	d.until("the text is judged", func() bool { return answer().Number > 0 })
	fix, _ := d.Find(semantic.Button, `Replace by "10m"`)
	d.Pointer(pointer.Press, widgettest.Middle(fix), 0)
	before := answer()
	d.engine.CheckConfig(engine.ConfigQuestion{ID: before.ID, Text: text})
	d.until("it is judged again", func() bool { return answer().Number > before.Number })
	d.Pointer(pointer.Release, widgettest.Middle(fix), 0)
	d.until("it is fixed", d.misses("10 minutes"))
}

// From no file at all: an agent is added, saved, and used.
func TestFromNothing(t *testing.T) {
	d := openDesk(t, "")
	d.Press(key.ModShortcut, ",")
	d.until("an empty page", d.sees("not on the disk yet"))
	d.Click(semantic.Button, "Add an agent")
	d.until("the agents found", d.sees("Opencode"))
	d.Click(semantic.Button, "Opencode")
	d.until("it is sound", func() bool { return d.sees("Nothing to fix.")() && d.sees(`\"opencode\"`)() })
	d.Press(key.ModShortcut, "S")
	d.until("the agent is there", func() bool { return len(d.app.snapshot.Agents) == 1 })
	d.Press(key.ModShortcut, "1")
	d.Type("hello")
	d.Press(0, key.NameReturn)
	d.until("it answers", d.sees("echo hello"))
}

func TestTheFileChangesWhileOneWrites(t *testing.T) {
	other := strings.Replace(oneAgent, "Riker", "Troi", 1)
	d := openDesk(t, oneAgent)
	d.Press(key.ModShortcut, ",")
	d.write(d.path, other)
	d.until("what was not touched is taken", d.sees("Troi"))
	d.Press(key.ModShortcut, key.NameEnd)
	d.Type("// mine")
	d.until("modified", d.sees("· modified"))
	d.write(d.path, oneAgent)
	d.until("the question", d.sees("Another program changed the file"))
	d.Click(semantic.Button, "Take the file")
	d.until("theirs", func() bool { return d.misses("// mine")() && d.misses("· modified")() && d.sees("Riker")() })
	d.Press(key.ModShortcut, "Z")
	d.until("mine is not lost", d.sees("// mine"))
	d.write(d.path, strings.Replace(oneAgent, "riker", "other", 1))
	d.until("the question again", d.sees("Another program changed the file"))
	d.Press(key.ModShortcut, "S")
	d.until("why it waits", d.sees("Choose first which text is kept"))
	d.Press(0, key.NameF6)
	d.Press(0, key.NameReturn)
	d.until("saved", func() bool { return d.misses("Another program")() && d.misses("· modified")() })
	if !strings.Contains(d.disk(), "// mine") {
		t.Errorf("saved %s", d.disk())
	}
	d.Press(key.ModShortcut, "Z")
	d.until("theirs is not lost", func() bool { return d.sees(`\"command\": \"other\"`)() && d.misses("// mine")() })
	d.Press(key.ModShortcut|key.ModShift, "Z")
	d.until("mine", func() bool { return d.sees("// mine")() && d.misses("· modified")() })
	if err := os.Remove(d.path); err != nil {
		t.Fatal(err)
	}
	d.until("it is gone", d.sees("Another program deleted the file"))
	d.Click(semantic.Button, "Keep mine")
	d.until("there again", func() bool { return d.misses("Another program")() && d.misses("· modified")() })
	if !strings.Contains(d.disk(), "// mine") {
		t.Errorf("saved %s", d.disk())
	}
}

func TestOpeningAnotherFile(t *testing.T) {
	d := openDesk(t, oneAgent)
	other := filepath.Join(t.TempDir(), "other.json")
	d.write(other, strings.Replace(oneAgent, "Riker", "Troi", 1))
	d.choose = func(_ bool, chosen func(string)) { chosen(other) }
	d.Press(key.ModShortcut, ",")
	d.Type("// draft\n")
	d.until("modified", d.sees("· modified"))
	d.Press(key.ModShortcut, "O")
	d.until("the question", d.sees("is not saved"))
	d.Click(semantic.Button, "Stay here")
	d.until("still here", d.sees("// draft"))
	d.Press(0, key.NameEscape)
	d.Press(key.ModShortcut, ",")
	if !d.sees("// draft")() {
		t.Error("leaving the page lost the text")
	}
	d.app.CloseRequested()
	d.until("quitting asks", d.sees("Changes of the settings are not saved."))
	d.Press(0, key.NameEscape)
	d.Press(key.ModShortcut, ",")
	d.Press(key.ModShortcut, "O") // from the conversation
	d.Click(semantic.Button, "Save first")
	d.until("the other", d.sees("Troi"))
	if !strings.Contains(d.disk(), "// draft") {
		t.Errorf("the first was not saved: %q", d.disk())
	}
	d.until("the agents of the other", func() bool { s := d.engine.Snapshot(); return len(s.Agents) == 1 && s.Agents[0].Name == "Troi" })
}

func TestHelpOfAKey(t *testing.T) {
	d := openDesk(t, strings.Replace(oneAgent, "command", "idle_timeout\": \"1h\", \"command", 1))
	d.Press(key.ModShortcut, ",")
	d.Press(key.ModShortcut, key.NameHome)
	d.Press(0, key.NameDownArrow)
	d.Press(0, key.NameDownArrow)
	for range 16 {
		d.Press(0, key.NameRightArrow)
	}
	d.Press(key.ModShortcut, "I")
	d.until("the help", d.sees("After how long without work"))
}

func TestRecentFiles(t *testing.T) {
	d := openDesk(t, oneAgent)
	other := filepath.Join(t.TempDir(), "other.json")
	d.write(other, strings.Replace(oneAgent, "Riker", "Troi", 1))
	d.engine.OpenConfig(other)
	d.engine.OpenConfig(d.path)
	d.until("both are remembered", func() bool { return len(d.app.snapshot.Config.Recent) == 2 && d.app.snapshot.Config.Path == d.path })
	d.Press(key.ModShortcut, ",")
	d.Click(semantic.Button, "Files")
	d.until("the menu", d.sees(filepath.Base(other)))
	d.Click(semantic.Button, "other.json")
	d.until("the other", d.sees("Troi"))
}

func TestAFileThatBreaksIsTold(t *testing.T) {
	d := openDesk(t, oneAgent)
	d.write(d.path, strings.Replace(oneAgent, "command", "comand", 1))
	d.until("it is told", func() bool {
		return d.sees("What it said before stays in force until")() && d.sees("The configuration file has errors")()
	})
	d.Press(key.ModShortcut, ",")
	d.until("where", d.sees("Line 3: “comand” is not known here."))
	d.write(d.path, oneAgent)
	d.until("it is mended", d.misses("The configuration file has errors"))
}

func TestSavingChangesTheWindow(t *testing.T) {
	d := openDesk(t, oneAgent)
	d.app.options.Language = ""
	d.Press(key.ModShortcut, ",")
	d.write(d.path, `{"sidekicks": {"language": "fr", "theme": "dark"}}`)
	d.until("the language and the look", func() bool { return d.sees("Réglages")() && d.app.theme.Dark })
}

func TestSettingsTree(t *testing.T) {
	for _, lang := range []string{"en", "fr"} {
		_, h := showStill(t, writing(), config.Config{Language: lang}, image.Pt(1280, 800), 1)
		h.Press(0, key.NameF8)
		widgettest.Golden(t, "settings-"+lang, h.Dump())
	}
}

// A key in the settings costs what the text field costs: judging a text is not
// the frame's.
func BenchmarkSettingsKeystroke(b *testing.B) {
	for _, lines := range []int{100, 300, 900, 20000} {
		b.Run(fmt.Sprintf("lines=%d", lines), func(b *testing.B) {
			s := writing()
			s.Config.Text = strings.Repeat("{\n  \"a\": [1, true], // comment\n}\n\n", lines/4)
			s.Config.Problems = nil
			_, h := showStill(b, s, config.Config{Language: "en"}, image.Pt(1280, 800), 1)
			h.Press(key.ModShortcut, ",")
			for b.Loop() {
				sel := h.EditorState().Selection
				h.Queue(key.EditEvent{Range: sel.Range, Text: "x"}, key.SelectionEvent{Start: sel.Start + 1, End: sel.Start + 1})
				h.Frame()
			}
		})
	}
}

// What a narrow window has no room for is in one menu, and in the palette.
func TestNarrowWindow(t *testing.T) {
	for _, width := range []int{360, 600} {
		d := openDesk(t, oneAgent)
		d.Size = image.Pt(width, 640)
		d.Press(key.ModShortcut, ",")
		d.until("the agents found", func() bool { return len(d.app.snapshot.Config.Found) == 1 })
		d.Click(semantic.Button, "More")
		d.until("the menu", d.sees("Add Opencode to the settings"))
		d.Click(semantic.Button, "Add Opencode to the settings")
		d.until("the agent", d.sees(`\"Opencode\"`))
	}
}

// pick does what the palette finds.
func (d *desk) pick(what string) {
	d.Press(key.ModShortcut, "K")
	d.Type(what)
	d.Press(0, key.NameReturn)
}

func TestSettingsInThePalette(t *testing.T) {
	d := openDesk(t, "{\n\"agent_servers\": {\n\"Riker\": {\"command\": \"riker\"}\n}\n}\n")
	d.pick("tidy") // from the conversation
	d.until("it is tidied up", d.sees("· modified"))
	d.Press(key.ModShortcut, "Z")
	d.until("it is not", d.misses("· modified"))
	d.Press(key.ModShortcut, "K")
	if got := d.app.commands()[0].label; got != "Tidy up" {
		t.Errorf("%q comes first", got)
	}
	d.Press(0, key.NameEscape)
	d.pick("tidy")
	d.until("it is tidied up", func() bool { return d.sees("· modified")() && d.sees(`"  \"agent_servers\": {"`)() })
	d.pick("an agent by its command")
	d.until("an agent to write", func() bool { return d.sees(`\"Agent\": {`)() && d.sees(`"opencode"`)() })
	d.Type("x")
	d.Press(0, key.NameEscape)
	folder := t.TempDir()
	d.choose = func(wantsFolder bool, chosen func(string)) {
		if !wantsFolder {
			t.Error("a file is asked for")
		}
		chosen(folder)
	}
	d.pick("work folder")
	d.until("the folder", d.sees(`\"workspace\": \"`+folder))
	d.Press(key.ModShortcut, key.NameHome)
	d.pick("work folder")
	d.until("which agent", d.sees("Put the caret in the entry"))
	d.pick("save the settings")
	d.until("it is saved", d.misses("· modified"))
	if want := "\"Agent\": {\n"; !strings.Contains(d.disk(), want) || !strings.Contains(d.disk(), folder) {
		t.Errorf("saved %s", d.disk())
	}
}

// From an empty file, with the keyboard alone, by who knows no key but those
// that the page shows.
func TestFromNothingByKeys(t *testing.T) {
	d := openDesk(t, "")
	d.Press(key.ModShortcut, ",")
	d.until("the key to begin with", d.sees("Ctrl+Space: what can be written here"))
	d.Press(key.ModCtrl, key.NameSpace)
	d.until("the agents' place", d.sees("agent_servers"))
	d.Press(0, key.NameReturn)
	d.until("the agents, unasked", d.sees("Opencode"))
	d.Type("Troi")
	d.until("an entry of that name", func() bool { return d.sees(`"Troi"`)() && d.misses(`"Opencode"`)() })
	d.Press(0, key.NameReturn)
	d.until("its commands, unasked", d.sees(`"sidekicks"`))
	d.Type("troi")
	d.Press(key.ModShortcut, "S")
	d.until("the agent is there", func() bool { return len(d.app.snapshot.Agents) == 1 })
	if want := "{\n  \"agent_servers\": {\n    \"Troi\": {\n      \"command\": \"troi\"\n    }\n  }\n}\n"; d.disk() != want {
		t.Errorf("saved %s", d.disk())
	}
	d.Press(key.ModShortcut, "1")
	d.Type("hello")
	d.Press(0, key.NameReturn)
	d.until("it answers", d.sees("echo hello"))
}

// openUnmade shows the settings with a configuration that is not there.
func openUnmade(t *testing.T) *desk {
	t.Helper()
	d := openDesk(t, "")
	d.Press(key.ModShortcut, ",")
	d.until("what is to do", d.sees("There is no file "))
	return d
}

// A file that was asked for and is not there is made when the person says so.
func TestAFileThatIsNotThere(t *testing.T) {
	d := openUnmade(t)
	d.until("it is judged", func() bool { return d.engine.Snapshot().Config.Answer.Number > 0 })
	if seen := d.Dump(); strings.Contains(seen, "error") || strings.Contains(seen, "Line 1") || strings.Contains(seen, "Nothing to fix.") {
		t.Errorf("what nobody has begun is judged:\n%s", seen)
	}
	if _, err := os.Stat(d.path); err == nil {
		t.Error("it is there before anybody asked")
	}
	d.Click(semantic.Button, "Create it")
	d.until("it is there", func() bool { return d.misses("not on the disk yet")() && d.misses("· modified")() })
	if want := "{\n  \"agent_servers\": {\n    \n  }\n}\n"; d.disk() != want {
		t.Errorf("made %q", d.disk())
	}
	d.Press(key.ModCtrl, key.NameSpace)
	d.until("what it may hold", d.sees("Guide"))
}

// Saving what is not begun makes the file as its button does.
func TestSavingAFileThatIsNotThere(t *testing.T) {
	d := openUnmade(t)
	d.Press(key.ModShortcut, "S")
	d.until("it is there", func() bool { return d.misses("not on the disk yet")() && d.misses("· modified")() })
	if want := "{\n  \"agent_servers\": {\n    \n  }\n}\n"; d.disk() != want {
		t.Errorf("made %q", d.disk())
	}
}

// A file that is empty is judged from when it is there, and only as long.
func TestAnEmptyFileComesAndGoes(t *testing.T) {
	d := openUnmade(t)
	d.write(d.path, "")
	d.until("it is empty", d.sees("The file is empty."))
	if err := os.Remove(d.path); err != nil {
		t.Fatal(err)
	}
	d.until("it is not there", func() bool { return d.sees("There is no file ")() && d.misses("The file is empty.")() })
}

// With no file open, as with the guide alone, there is nothing to mend.
func TestNoFileIsNoFault(t *testing.T) {
	inBubble(t, agents("Riker"), map[string]answer{"Riker": echo}, func(l *lab) {
		l.Press(key.ModShortcut, ",")
		l.wait()
		l.sees(1, "No file is open")
		l.sees(0, "The file is empty.")
		l.sees(0, "error")
		l.sees(0, "· Sidekicks itself") // what ends the foot stands alone
	})
}

// A file that was named and is not there is told in the settings; the page of a
// first run is for who named none.
func TestANamedFileThatIsNotThere(t *testing.T) {
	for _, named := range []bool{true, false} {
		d := openDesk(t, "")
		app := New(Options{Engine: d.engine, Named: named, Language: "en", Shaper: shaper()})
		if app.settings.shown != named || app.first.shown == named {
			t.Errorf("named %v: settings %v, first %v", named, app.settings.shown, app.first.shown)
		}
	}
}

// Of a file that is no configuration, by its size, the beginning is shown.
func TestAFileThatIsTooLarge(t *testing.T) {
	d := openDesk(t, "{\n"+strings.Repeat("// a film\n", 450_000)+"}")
	d.until("what it is", func() bool {
		return d.sees("Only the beginning of this file is shown")() && d.sees("larger than 4 MB")()
	})
	d.Type("x")
	d.Press(key.ModShortcut, "S")
	d.until("why it is not saved", func() bool { return strings.Count(d.Dump(), "Only the beginning of this file is shown") == 2 })
	if d.misses("· modified")() == false {
		t.Error("it was changed")
	}
}

// TestTheLookIsChosenByName: nobody has to know how the file is written to have
// it dark, and what is chosen holds at once, unless other changes wait.
func TestTheLookIsChosenByName(t *testing.T) {
	d := openDesk(t, "{\n  \"agent_servers\": {\n    \"Riker\": {\"command\": \"riker\"}\n  }\n}\n")
	d.pick("theme: dark")
	d.until("it is dark", func() bool { return d.app.options.Config.Theme == "dark" })
	if got := d.disk(); !strings.Contains(got, `"theme": "dark"`) {
		t.Errorf("written: %s", got)
	}
	d.until("it is saved", d.misses("· modified"))
	d.Type("\n")
	d.until("the text is another", d.sees("· modified"))
	d.pick("theme: light")
	d.until("it is written", d.sees(`\"light\"`))
	if got := d.disk(); strings.Contains(got, "light") || d.app.options.Config.Theme != "dark" {
		t.Errorf("saved with what was not: %s", got)
	}
}

func TestTheSettingsAreLeftByTheirButton(t *testing.T) {
	d := openDesk(t, "{\n  \"agent_servers\": {\n    \"Riker\": {\"command\": \"riker\"}\n  }\n}\n")
	d.Press(key.ModShortcut, ",")
	d.until("the settings", d.sees("sidekicks.json"))
	d.Type("\n")
	d.until("it is changed", d.sees("· modified"))
	d.Click(semantic.Button, "Close")
	d.Settle()
	d.until("it is told that nothing is saved", d.sees("not saved yet"))
	d.Type("hello")
	if got := d.app.page.Draft(d.app.selected); got != "hello" {
		t.Errorf("%q is in the field", got)
	}
}

// The fix under a problem stands where its sentence does, at every size of text.
func TestAFixStandsUnderItsSentence(t *testing.T) {
	for _, zoom := range []float32{1, 1.5, 2} {
		_, h := showStill(t, writing(), config.Config{Language: "en"}, image.Pt(360, 1000), zoom)
		left := func(text string) int {
			for _, n := range h.Nodes() {
				if strings.Contains(n.Desc.Label, text) {
					return n.Desc.Bounds.Min.X
				}
			}
			t.Fatalf("%q is not there:\n%s", text, h.Dump())
			return 0
		}
		if fix, sentence := left(`Replace by "command"`), left("is not known here"); fix != sentence {
			t.Errorf("at %v the fix stands at %d, its sentence at %d", zoom, fix, sentence)
		}
	}
}
