package i18n

import (
	"sidekicks/engine"
	"sidekicks/engine/conversation"
)

var englishSentences = sentences{

	NewConversation: "New conversation",
	Mode:            "Mode",

	NothingYet:    "Write your first message below.",
	Thinking:      "Thinking",
	Thought:       "Thought",
	Plan:          "Plan",
	PlanDone:      "done",
	PlanDoing:     "in progress",
	PlanToDo:      "to do",
	Input:         "What it was given",
	Output:        "What it answered",
	NewFile:       "new file",
	DeletedFile:   "deleted file",
	Comparing:     "being compared…",
	Unchanged:     "nothing changed",
	LineEndsCRLF:  "line ends are now those of Windows (CRLF)",
	LineEndsLF:    "line ends are now those of Unix (LF)",
	LineEndsMixed: "some line ends changed",
	LastLineEnds:  "the last line now ends with a line break",
	LastLineOpen:  "the last line no longer ends with a line break",
	Replaced:      "too different to be compared line by line: shown as replaced",
	ShownInPart:   "Shown in part; the agent received everything.",
	NoOutput:      "Nothing to show yet.",
	ToTheEnd:      "Go to the end",
	NotSent:       "not sent",
	NotTaken:      "Not sent: the agent is no longer configured, or Sidekicks is closing. Your text is still here.",
	SendAgain:     "Send again",
	Edit:          "Edit",
	Remove:        "Remove",
	SaveEdit:      "Save",
	Cancel:        "Cancel",
	Close:         "Close",
	Copy:          "Copy",
	CopyMessage:   "Copy this message",
	Copied:        "Copied.",
	NothingCopy:   "There is no answer to copy yet.",
	LinkCopied:    "The address was copied: Sidekicks only opens web and mail addresses.",
	Details:       "Details",

	Send:             "Send",
	Stop:             "Stop",
	AskSomethingElse: "Ask it to try something else",
	Wait:             "Wait",
	Restart:          "Restart the agent",
	SignInNeeded:     "Choose how to sign in:",

	AllowOnce:      "Allow once",
	AllowAlways:    "Always allow here",
	RejectAlways:   "Never propose here",
	RejectOnce:     "Refuse",
	StopAgent:      "Stop the agent",
	NotTold:        "The agent does not say what exactly.",
	TooSmall:       "This window is too small to show what the agent asks. To answer, make the window larger or the text smaller.",
	NoRejectOption: "The agent offers no way to refuse just once: “Refuse” cancels its request.",

	Find:         "Find in the conversation",
	FindNext:     "Next result",
	FindPrevious: "Previous result",
	FindNothing:  "Nothing found",

	You:             "You",
	Export:          "Export the conversation",
	ExportPath:      "Save in this file",
	ExportExists:    "There is a file of this name already. Write another name, or replace it.",
	Replace:         "Replace",
	NothingToExport: "There is nothing to export yet.",

	CommandsHint:   "/ commands",
	FilesHint:      "@ files",
	MoreFiles:      "There are more: go on writing.",
	Open:           "Open",
	EnterSends:     "Enter sends · Shift+Enter breaks the line",
	CtrlEnterSends: "Ctrl+Enter sends · Enter breaks the line",

	ClosingTitle:    "Quit Sidekicks?",
	QuittingForgets: "Quitting forgets every conversation.",
	KeepOpen:        "Keep it open",
	Quit:            "Quit",
	StoppingAgents:  "Stopping the agents…",
	ForceQuit:       "Quit at once",

	Palette:       "Actions and agents",
	PaletteFilter: "Type to filter",
	Decisions:     "Your decisions",
	ChooseMode:    "Choose how the agent works",
	ChooseModel:   "Choose the agent’s model",
	ChooseThought: "Choose how much the agent thinks",
	PaletteEmpty:  "Nothing has that name.",
	Keys:          "Keys",

	NextAgent:        "Next agent",
	PreviousAgent:    "Previous agent",
	AgentAbove:       "Agent above",
	AgentBelow:       "Agent below",
	AgentByNumber:    "Agent by its number",
	PreviousMessage:  "Your previous message",
	NextMessage:      "Your next message",
	PageUp:           "One page up",
	PageDown:         "One page down",
	Top:              "Beginning of the conversation",
	End:              "End of the conversation",
	CopyAnswer:       "Copy the last answer",
	ToggleThoughts:   "Show or hide thoughts",
	GoToPermission:   "Go to the request that waits",
	AnswerPermission: "Answer the request by its number",
	ZoomIn:           "Larger text",
	ZoomOut:          "Smaller text",
	ZoomReset:        "Normal text size",
	GoToComposer:     "Go to the message field",
	Help:             "Keys",
	CloseOrStop:      "Close what is on top, else stop the answer",
	NewLine:          "New line",
	Recall:           "Recall your last message, in an empty field",

	KeyCtrl:      "Ctrl",
	KeyShift:     "Shift",
	KeyAlt:       "Alt",
	KeyEnter:     "Enter",
	KeyEscape:    "Esc",
	KeyTab:       "Tab",
	KeyUp:        "Up",
	KeyDown:      "Down",
	KeyPageUp:    "Page Up",
	KeyPageDown:  "Page Down",
	KeyHome:      "Home",
	KeyEnd:       "End",
	KeySpace:     "Space",
	NoRequest:    "No request is waiting.",
	NoAgents:     "No agent is configured.",
	NoAgentsHint: "Open a configuration, or add an agent in the settings.",

	NoWindow: "No window can be opened here: there is no display, or it cannot be drawn on. Without one, sidekicks ask TEXT talks with an agent.",
	Usage: `Use: sidekicks [options]: open the window
sidekicks ask [options] TEXT…: ask an agent without a window
sidekicks check [options] [FILE]: check a configuration
sidekicks schema: print the JSON Schema of configurations
sidekicks explain [options] COMMAND: say what a command may lose
sidekicks agent: be the built-in agent, on standard input and output
--config FILE: the configuration; SIDEKICKS_CONFIG also names one
--demo: the built-in guide alone
--lang fr|en: the language
--log-level LEVEL: what goes to the log (debug, info, warn or error)
--version: tell the version`,
	AskUsage: `Use: sidekicks ask [options] TEXT…

Sends each TEXT to an agent and prints its answers; “-” stands for what standard input holds.

--agent NAME · the agent to talk with; the configuration’s default one otherwise
--config FILE · the configuration to use
--demo · talk with the built-in guide; needs no configuration
--permit WHAT · when the agent asks for permission: never, once (allows it once) or ask
--json · print the whole conversation as JSON at the end
--lang LANGUAGE · fr or en

The exit status is 0 when every TEXT was answered, 1 when the agent failed or refused or its answer could not be written, 2 when the options are wrong, 3 when the configuration cannot be used; after a signal it is 128 and the signal’s number (Ctrl+C: 130).
`,
	ExplainUsage: `Use: sidekicks explain [options] COMMAND

Says what could be lost by a command, which is not run; “-” stands for what standard input holds. The first line has the classes, or none: then nothing was found, and the command may do harm all the same.

--shell SHELL · what reads the command: posix, powershell or cmd; the system’s otherwise
--cwd FOLDER · where it would start; this folder otherwise
--json · print the findings as JSON
--lang LANGUAGE · fr or en`,
	OneCommand: "Write one command, as one argument, after the options.",
	CheckUsage: `Use: sidekicks check [options] [FILE]

Tells each problem of a configuration, by default of the usual one, after its file, line and column and the word error, or warning where the configuration can be used all the same. Ends with 0 without errors, 1 with errors, 2 when there is nothing to check.

--json · print the problems as JSON; places and fixes count bytes, columns code points
--lang LANGUAGE · fr or en`,
	OneFile:         "Name one file, after the options.",
	SchemaUsage:     "Use: sidekicks schema\n\nPrints the JSON Schema of configurations, for other editors.",
	NothingToSend:   "There is no message to send. Write one after the options.",
	FormAnswer:      "Answer…",
	FormDecline:     "Do not answer",
	FormLater:       "Later",
	Yes:             "Yes",
	No:              "No",
	LastWords:       "The last lines that it wrote:",
	TypeNumber:      "Type the number of your answer, then Enter.",
	AllowedByOption: "Allowed once, as --permit once says.",
	RefusedByOption: "Refused, as --permit never says.",
	RefusedUnasked:  "Refused, because nobody can be asked here. With --permit once it would be allowed once.",
	OnceNotOffered:  "Refused, because the agent offers no way to allow it once only.",
}

var englishFormats = formats{
	exportTitle:      "Conversation with %[1]s, %[2]s",
	exportDate:       "2006-01-02",
	exported:         "Saved in %[1]s.",
	notExported:      "The conversation could not be saved: %[1]s. Choose another place.",
	noSuchFolder:     "there is no such folder",
	mayNotWrite:      "you may not write there",
	seconds:          "%[1]d s",
	tenths:           "%.1[1]f s",
	minutes:          "%[1]d min",
	hours:            "%[1]d h %[2]d min",
	memory:           "%[1]d %% of its memory",
	cost:             "%.2[1]f %[2]s",
	thoughtFor:       "Thought for %[1]s",
	stateFor:         "%[1]s · %[2]s",
	writeTo:          "Write to %[1]s…",
	queued:           "Waiting its turn: “%[1]s”",
	requestPlace:     "%[1]d of %[2]d",
	loopFailed:       counted{"%[2]s is going round in circles: %[1]d tool failed in a row", "%[2]s is going round in circles: %[1]d tools failed in a row"},
	loopRepeated:     counted{"%[2]s is going round in circles: the same thing %[1]d time in a row", "%[2]s is going round in circles: the same thing %[1]d times in a row"},
	lastFailure:      "Last failure, %[1]s: %[2]s",
	lastTool:         "Last tool: %[1]s",
	overdue:          "%[1]s does not answer. You can wait, or restart it: it will forget this conversation.",
	suggestion:       "That does not work (%[1]s). Stop trying it this way: explain what blocks you and try something else.",
	suggestionPlain:  "That does not work. Stop trying it this way: explain what blocks you and try something else.",
	signInTerminal:   "%[1]s: type this in a terminal, then send your message again: %[2]s",
	signInWindow:     "%[1]s: open Sidekicks without “ask”, send the agent a message there, and choose this way.",
	signInVariables:  "%[1]s: set %[2]s in the agent’s “env” in its configuration.",
	moreLines:        counted{"%[1]d more line", "%[1]d more lines"},
	showLines:        counted{"Show %[1]d more line", "Show %[1]d more lines"},
	pastedText:       counted{"Pasted text: %[2]s, %[1]d line", "Pasted text: %[2]s, %[1]d lines"},
	hideLines:        counted{"Hide %[1]d line", "Hide %[1]d lines"},
	unread:           counted{"%[1]d new", "%[1]d new"},
	requests:         counted{"%[1]d request waits for you", "%[1]d requests wait for you"},
	losesTurn:        counted{"%[1]d answer is not finished.", "%[1]d answers are not finished."},
	losesQueue:       counted{"%[1]d message waits to be sent.", "%[1]d messages wait to be sent."},
	losesDraft:       counted{"%[1]d message is written and not sent.", "%[1]d messages are written and not sent."},
	optionNamed:      "%[1]s (%[2]s)",
	agentsWord:       "“%[1]s” (the agent’s words)",
	labelled:         "%[1]s: %[2]s",
	image:            "Image",
	sound:            "Sound",
	file:             "File",
	cut:              "Shown in part: %[1]s left out here; the agent received everything.",
	goToAgent:        "Go to %[1]s",
	findPlace:        "%[1]d of %[2]d",
	linkOpens:        "Opens %[1]s",
	linkCopies:       "Copies %[1]s",
	unknownOption:    "There is no option %[1]s.",
	optionWantsValue: "The option %[1]s wants a value after it.",
	optionTakes:      "The option %[1]s takes one of these: %[2]s.",
	optionsExclude:   "The options %[1]s and %[2]s exclude each other: choose one of them.",
	noSuchAgent:      "There is no agent named “%[1]s” in the configuration. It has: %[2]s.",
	formAsks:         "%[1]s asks you something",
	formRequired:     "%[1]s (needed)",
	formMissing:      "This is needed. Fill it in.",
	formNumber:       "Write a number here.",
	formInteger:      "Write a whole number here.",
	formRange:        "The number must be %[1]s.",
	formLength:       "The number of characters must be %[1]s.",
	formCount:        "The number of choices must be %[1]s.",
	formFormat:       "This is not written as it should be (%[1]s). Correct it.",
	formAtLeast:      "%[1]s or more",
	formAtMost:       "%[1]s or less",
	formBetween:      "between %[1]s and %[2]s",
	noFile:           "it is a folder, a pipe or a device, and no file",
	configUnreadable: "The configuration %[1]s cannot be read: %[2]s. Check its name, or choose another one with --config.",
	configUnusable:   "No agent of the configuration %[1]s can be used. Correct the file, or choose another one with --config.",
	stdinUnreadable:  "Standard input cannot be read: %[1]s.",
	stdoutUnwritable: "The answer cannot be written: %[1]s.",
	bytes:            [5]string{"%.0[1]f bytes", "%.1[1]f kB", "%.1[1]f MB", "%.1[1]f GB", "%.1[1]f TB"},
}

var englishCodes = codes{
	systems: map[conversation.Code]string{
		conversation.AgentRestarted:   "%[1]s was restarted: it no longer remembers what is above.",
		conversation.AgentUnavailable: "%[1]s is not available. Send your message again to start it.",
		conversation.NewConversation:  "%[1]s does not see what is above.",
		conversation.SessionResumed:   "%[1]s was restarted and remembers everything.",
		conversation.AgentNotice:      "%[1]s says: %[2]s",
		conversation.Compacted:        "%[1]s summarised the beginning of the conversation to save its memory.",
		conversation.FormAnswered:     "%[1]s asked, and you answered: %[2]s",
		conversation.FormDeclined:     "%[1]s asked, and you did not want to answer: %[2]s",
		conversation.FormUnanswered:   "%[1]s asked, and no longer waits for an answer: %[2]s",
		conversation.SettingRefused:   "%[1]s did not take the change: %[2]s",
		conversation.UnsupportedCall:  "%[1]s asked for something that Sidekicks does not offer (%[2]s). It was told so and may go on.",
	},
	failures: map[conversation.FailureCode]string{
		conversation.FailedNotFound:      "%[1]s does not start: the program “%[2]s” was not found on this computer. Install it, or correct its command in the settings.",
		conversation.FailedNotExecutable: "%[1]s does not start: “%[2]s” is not a program that can be run. Correct its command in the settings, or make the file executable.",
		conversation.FailedWorkspace:     "%[1]s does not start: its work folder %[2]s does not exist. Create it, or choose another one in the settings.",
		conversation.FailedExited:        "%[1]s ended by itself (%[2]s). Send a message to start it again.",
		conversation.FailedVersion:       "%[1]s speaks a version of the protocol that Sidekicks does not know (%[2]s). Update the agent or Sidekicks.",
		conversation.FailedSignIn:        "%[1]s wants you to sign in first.",
		conversation.FailedAgentError:    "%[1]s answered with an error: %[2]s",
		conversation.FailedStart:         "%[1]s does not start: %[2]s. Check its command in the settings.",
		conversation.FailedQuoting:       "%[1]s does not start: the argument %[2]s cannot be handed safely to a Windows .cmd file. Change it in the settings.",
		conversation.FailedSilent:        "%[1]s started but did not answer in time. Start it in a terminal to see what it waits for.",
		conversation.FailedStopped:       "%[1]s was stopped before it got your message. Send it again.",
	},
	failure: "%[1]s failed. Send your message again, or restart the agent.",
	stops: map[conversation.StopReason]string{
		"end_turn":          "",
		"max_tokens":        "The answer reached its greatest length. Ask the agent to go on.",
		"max_turn_requests": "The agent used all the steps it has for one answer. Ask it to go on.",
		"refusal":           "The agent refused to answer. It does not keep your last message in mind.",
		"cancelled":         "Stopped.",
	},
	verbs: map[conversation.ToolKind]string{
		"read": "Reads", "edit": "Changes", "delete": "Deletes", "move": "Moves", "search": "Searches",
		"execute": "Runs", "think": "Thinks", "fetch": "Fetches", "switch_mode": "Changes its mode", "other": "Uses a tool",
	},
	wants: map[conversation.ToolKind]string{
		"read":        "%[1]s wants to read a file on your computer",
		"edit":        "%[1]s wants to change a file on your computer",
		"delete":      "%[1]s wants to delete something on your computer",
		"move":        "%[1]s wants to move something on your computer",
		"search":      "%[1]s wants to search on your computer",
		"execute":     "%[1]s wants to run a command on your computer",
		"think":       "%[1]s wants to think",
		"fetch":       "%[1]s wants to fetch something from the network",
		"switch_mode": "%[1]s wants to change the way it works",
		"other":       "%[1]s wants to use a tool",
	},
	tools: map[conversation.ToolCallStatus]string{
		"pending": "waiting", "in_progress": "running", "completed": "done", "failed": "failed",
	},
	asking:    "waits for your answer",
	cancelled: "interrupted",
	stopped: map[engine.StopCause]string{
		engine.NeverStarted:    "at rest",
		engine.StoppedIdle:     "at rest · stopped to save memory",
		engine.StoppedForRoom:  "at rest · made room for another",
		engine.StoppedByPerson: "at rest · stopped by you",
	},
	statuses: map[engine.AgentStatus]string{
		engine.AgentStopped:   "at rest",
		engine.AgentStarting:  "is starting",
		engine.AgentIdle:      "ready",
		engine.AgentAnswering: "is answering",
		engine.AgentWaiting:   "waits for your answer",
		engine.AgentStopping:  "is stopping",
		engine.AgentFailed:    "does not start · see why",
	},
	ended:   "ended by itself",
	signIn:  "wants you to sign in",
	removed: "no longer in the configuration",
	inLine:  "waits for another agent to finish",

	problems:   englishProblems,
	permission: englishPermission,
	modes:      englishModes,
}
