package agent

import (
	"strings"
)

// batchLine is the command line that runs a batch file of Windows with
// arguments as they are. The interpreter has rules of its own: between
// quotation marks only the mark itself and % have a meaning, which nothing
// takes away for certain, so an argument with one of them is refused; a
// newline ends the command. /d skips AutoRun, /v:off leaves ! alone, and /c
// takes the outermost quotation marks away.
//
// Source: "cmd /?"; learn.microsoft.com, CommandLineToArgvW, for the
// backslashes, as the program behind the file reads the arguments again.
func batchLine(file string, args []string) (string, error) {
	var line strings.Builder
	line.WriteString(`cmd.exe /d /e:on /v:off /c "`)
	for i, arg := range append([]string{file}, args...) {
		if strings.ContainsAny(arg, "\"%\r\n\x00") {
			return "", &StartError{Reason: CannotQuote, Args: []string{arg}}
		}
		if i > 0 {
			line.WriteByte(' ')
		}
		backslashes := len(arg) - len(strings.TrimRight(arg, `\`))
		line.WriteString(`"` + arg + strings.Repeat(`\`, backslashes) + `"`)
	}
	line.WriteByte('"')
	return line.String(), nil
}
