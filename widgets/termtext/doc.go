// Package termtext shows what a program wrote to a terminal: its text as it
// would stand there in the end, with its colours and without its control
// sequences (ECMA-48, and what xterm adds).
//
// A [Text] is such an output, which may grow. [Text.Set] is pure parsing; what
// was read before is not read again. Carriage returns and backspaces let later
// text overwrite earlier, as progress bars do; sequences that move about the
// screen are left out. [Text.Rows] are the lines as rows of a transcript: all,
// or of a long output the beginning and the end.
package termtext
