package widgets

import (
	"gioui.org/io/clipboard"
	"gioui.org/io/event"
	"gioui.org/layout"
)

// ReadClipboard asks for the text in the clipboard, which comes to tag as a
// transfer.DataEvent. There is no answer where the clipboard holds a picture, or
// nothing, and for as long as one is awaited Gio does not ask for the same tag
// again: a tag of its own makes each question a new one.
func ReadClipboard(gtx layout.Context, tag event.Tag) {
	gtx.Execute(clipboard.ReadCmd{Tag: tag})
	gtx.Execute(clipboard.ReadCmd{Tag: new(byte)})
}
