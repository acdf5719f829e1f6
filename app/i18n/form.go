package i18n

import (
	"cmp"
	"strconv"

	"sidekicks/engine/conversation"
)

// FormAsks says that an agent has a form to be filled in.
func (w *Words) FormAsks(agent string) string { return w.sprintf(w.formAsks, agent) }

// FormGoes says who gets what is written in a form, whoever it speaks as.
func (w *Words) FormGoes(agent string) string { return w.sprintf(w.formGoes, agent) }

// FormRequired is the title of a field that must be filled in.
func (w *Words) FormRequired(title string) string { return w.sprintf(w.formRequired, title) }

// FormFault says what is wrong in a field and what to do, "" for nothing.
func (w *Words) FormFault(f conversation.FormField, fault conversation.FormFault) string {
	switch fault {
	case conversation.FormMissing:
		return w.formMissing
	case conversation.FormNumber:
		return w.formNumber
	case conversation.FormInteger:
		return w.formInteger
	case conversation.FormRange:
		return w.sprintf(w.formRange, w.limits(f))
	case conversation.FormLength:
		return w.sprintf(w.formLength, w.limits(f))
	case conversation.FormCount:
		return w.sprintf(w.formCount, w.limits(f))
	case conversation.FormFormat:
		return w.sprintf(w.formFormat, cmp.Or(f.Format, f.Pattern))
	}
	return ""
}

func (w *Words) limits(f conversation.FormField) string {
	number := func(n *float64) string { return strconv.FormatFloat(*n, 'f', -1, 64) }
	switch {
	case f.Min != nil && f.Max != nil:
		return w.sprintf(w.formBetween, number(f.Min), number(f.Max))
	case f.Min != nil:
		return w.sprintf(w.formAtLeast, number(f.Min))
	case f.Max != nil:
		return w.sprintf(w.formAtMost, number(f.Max))
	}
	return ""
}
