package conversation

// A Streak counts tool calls of one sort in a row: failures, or successes of
// the same tool with the same input. Warn is set once the count says that the
// agent goes round in circles; Tool and Line tell the last one.
type Streak struct {
	Count int
	Warn  bool
	Tool  string // the tool's title
	Line  string // first line of the last failure
}
