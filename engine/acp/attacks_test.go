package acp

import (
	"runtime"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// A value in a value in a value, and something wrong at the end of all: what is
// read field by field is not copied once for each.
func TestDeepAndWrong(t *testing.T) {
	for name, c := range map[string]struct{ before, after string }{
		"options": {`{"configOptions":[{"id":"m","name":7,"options":`, `}]}`},
		"a tool":  {`{"toolCallId":"t","title":7,"rawInput":`, `}`},
	} {
		const depth, size = 2000, 1 << 17
		line := c.before + strings.Repeat(`[{"value":7,"options":`, depth) + `["` + strings.Repeat("x", size) + `"]` + strings.Repeat("}]", depth) + c.after
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		decodeConfigOptions(members([]byte(line))["configOptions"])
		decodeToolCall([]byte(line))
		runtime.ReadMemStats(&after)
		if got := int(after.TotalAlloc - before.TotalAlloc); got > 100*len(line) {
			t.Errorf("%s: %d bytes were allocated for %d", name, got, len(line))
		}
	}
}

// Answers that nobody could tell apart, or choose from.
func TestAnswersOfARequest(t *testing.T) {
	for name, c := range map[string]struct {
		options string
		want    int // how many are left; 0: the request is refused
	}{
		"two":         {`{"optionId":"a","kind":"allow_once"},{"optionId":"b","kind":"reject_once"}`, 2},
		"one id":      {`{"optionId":"a","kind":"allow_once"},{"optionId":"a","kind":"reject_once"}`, 1},
		"no id":       {`{"optionId":"","kind":"allow_once"}`, 0},
		"none":        {``, 0},
		"a thousand":  {strings.TrimSuffix(strings.Repeat(`{"optionId":"?","kind":"allow_once"},`, 1000), ","), maxOptions},
		"no object":   {`7,null,"a",{"optionId":"a"}`, 1},
		"id a number": {`{"optionId":7}`, 0},
	} {
		for i := 0; strings.Contains(c.options, "?"); i++ {
			c.options = strings.Replace(c.options, "?", strings.Repeat("x", i+1), 1)
		}
		r, err := decodePermission([]byte(`{"sessionId":"s","toolCall":{"toolCallId":"t"},"options":[` + c.options + `]}`))
		if (err != nil) != (c.want == 0) || err == nil && len(r.Options) != c.want {
			t.Errorf("%s: %d answers, %v", name, len(r.Options), err)
		}
	}
}

// Lists without end are shown as far as a person reads.
func TestListsWithoutEnd(t *testing.T) {
	list := func(item string) jsontext.Value {
		return jsontext.Value("[" + strings.TrimSuffix(strings.Repeat(item+",", 3*maxItems), ",") + "]")
	}
	update := func(u string) SessionUpdate {
		n, err := decodeNotification([]byte(`{"sessionId":"s","update":{` + u + `}}`))
		if err != nil {
			t.Fatal(err)
		}
		return n.Update
	}
	options := string(list(`{"id":"a","type":"select","options":[]}`))
	values := `[{"id":"a","type":"select","options":` + string(list(`{"value":"v","name":"n"}`)) + `}]`
	grouped := `[{"id":"a","type":"select","options":` + string(list(`{"group":"g","name":"g","options":[{"value":"v","name":"n"}]}`)) + `}]`
	form, err := decodeElicitation([]byte(`{"mode":"form","sessionId":"s","requestedSchema":{"properties":{"a":{"type":"string","enum":` + string(list(`"x"`)) + `}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for name, got := range map[string]int{
		"plan":    len(update(`"sessionUpdate":"plan","entries":` + string(list(`{"content":"x"}`))).Plan),
		"options": len(update(`"sessionUpdate":"config_option_update","configOptions":` + options).ConfigOptions),
		"values":  len(update(`"sessionUpdate":"config_option_update","configOptions":` + values).ConfigOptions[0].Options),
		"groups":  len(update(`"sessionUpdate":"config_option_update","configOptions":` + grouped).ConfigOptions[0].Options),
		"modes":   len(decodeSession([]byte(`{"sessionId":"s","modes":{"currentModeId":"a","availableModes":` + string(list(`{"id":"a"}`)) + `}}`)).Modes.Available),
		"choices": len(form.Fields[0].Options),
	} {
		if got != maxItems {
			t.Errorf("%s: %d", name, got)
		}
	}
}
