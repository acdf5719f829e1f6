package acp

// Merge returns the tool call with what an update changes of it: a field that
// is absent there is unchanged, a list that is present replaces the list.
func (t ToolCall) Merge(update ToolCall) ToolCall {
	setIf(&t.ID, update.ID)
	setIf(&t.Name, update.Name)
	setIf(&t.Title, update.Title)
	setIf(&t.Kind, update.Kind)
	setIf(&t.Status, update.Status)
	setList(&t.Content, update.Content)
	setList(&t.Locations, update.Locations)
	setList(&t.RawInput, update.RawInput)
	setList(&t.RawOutput, update.RawOutput)
	setList(&t.Meta, update.Meta)
	return t
}

func setIf[T ~string](field *T, v T) {
	if v != "" {
		*field = v
	}
}

func setList[S ~[]E, E any](field *S, v S) {
	if v != nil {
		*field = v
	}
}
