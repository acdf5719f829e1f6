package i18n

import (
	"sidekicks/engine"
	"sidekicks/engine/conversation"
)

// sentences are the texts of the screen that take no argument.
type sentences struct {
	// Agents.
	// Header and footer.
	NewConversation, ResumeConversation, NothingToResume, Mode string
	// Conversation.
	NothingYet, Thinking, Thought, Plan, PlanDone, PlanDoing string
	PlanToDo, Input, Output, NewFile, NoOutput               string
	ToTheEnd, NotSent, SendAgain, NotTaken, Edit, Remove     string
	SaveEdit, Cancel, Close, Copied, NothingCopy             string
	LinkCopied, Details, Copy, CopyMessage                   string
	// Changes of files and outputs.
	DeletedFile, Comparing, Reading, Unchanged, Replaced, ShownInPart   string
	LineEndsCRLF, LineEndsLF, LineEndsMixed, LastLineEnds, LastLineOpen string
	// Turn and loop banner.
	Send, Stop, AskSomethingElse, Wait, Restart, SignInNeeded string
	// Permission.
	AllowOnce, AllowAlways, RejectAlways, RejectOnce, StopAgent, NoRejectOption string
	NotTold, TooSmall, TooLong                                                  string
	// Form.
	FormAnswer, FormDecline, FormLater, Yes, No string
	// Find.
	Find, FindNext, FindPrevious, FindNothing string
	// Export.
	You, Export, ExportPath, ExportExists, Replace, NothingToExport string
	// Composer.
	EnterSends, ShiftEnterBreaks, CtrlEnterSends, EnterBreaks, CommandsHint, FilesHint, MoreFiles, Open string
	// Closing.
	ClosingTitle, QuittingForgets, KeepOpen, Quit, StoppingAgents, ForceQuit                                                    string
	OpeningTitle, OpeningForgets, OpenAnyway, PathField, SeeWindow, OpenElsewhere, OpenBeside, CrashTitle, CrashHelp, CrashCopy string
	// Palette and help.
	Palette, PaletteFilter, PaletteEmpty, Keys        string
	Decisions, ChooseMode, ChooseModel, ChooseThought string
	// Actions.
	NextAgent, PreviousAgent, AgentAbove, AgentBelow, AgentByNumber        string
	PreviousMessage, NextMessage, PageUp, PageDown                         string
	Top, End, CopyAnswer, ToggleThoughts, GoToPermission, AnswerPermission string
	ZoomIn, ZoomOut, ZoomReset                                             string
	GoToComposer, FoldSidebar, Help, CloseOrStop, NewLine, Recall          string
	// Key names.
	KeyCtrl, KeyShift, KeyAlt, KeyEnter, KeyEscape, KeyTab            string
	KeyUp, KeyDown, KeyPageUp, KeyPageDown, KeyHome, KeyEnd, KeySpace string
	NoRequest, NoAgents, NoAgentsHint                                 string
	// Command line.
	NoWindow, Usage                                                                                 string
	AskUsage, CheckUsage, SchemaUsage, ExplainUsage, OneCommand, OneFile, NothingToSend, TypeNumber string
	LastWords                                                                                       string
	AllowedByOption, RefusedByOption, RefusedUnasked, OnceNotOffered                                string
}

// formats are the sentences that take arguments, which their methods name.
type formats struct {
	exportTitle, exportDate, exported, notExported, draftMoved, noSuchFolder, mayNotWrite, seconds, tenths, minutes, hours, memory, cost, thoughtFor, thoughtBriefly string
	stateFor, writeTo, queued, requestPlace, lastFailure, lastTool                                                                                                   string
	overdue, suggestion, suggestionPlain, optionNamed, agentsWord, labelled                                                                                          string
	image, sound, file, cut, goToAgent, waitsForYou, hasFinished, agentCommand, findPlace, linkOpens, linkCopies                                                     string
	signInTerminal, signInCopy, signInVariables, signInWindow                                                                                                        string
	loopFailed, loopRepeated, unread, requests, losesTurn, losesQueue, losesQuestion, losesDraft, moreLines                                                          counted
	showLines, hideLines, pastedText                                                                                                                                 counted
	unknownOption, optionWantsValue, optionTakes, optionsExclude, noSuchAgent                                                                                        string
	noFile, fileUnreadable, configUnreadable, configUnusable, stdinUnreadable, stdoutUnwritable                                                                      string
	formAsks, formGoes, formRequired, formMissing, formNumber, formInteger, formRange, formLength, formCount                                                         string
	formFormat, formAtLeast, formAtMost, formBetween                                                                                                                 string
	bytes                                                                                                                                                            [5]string // by powers of 1,000
}

// codes are the sentences of the engine's enums. The agent's name is %[1]s.
type codes struct {
	systems  map[conversation.Code]string
	failures map[conversation.FailureCode]string
	failure  string // of a code that is not known
	stops    map[conversation.StopReason]string
	verbs    map[conversation.ToolKind]string
	wants    map[conversation.ToolKind]string
	tools    map[conversation.ToolCallStatus]string
	stopped  map[engine.StopCause]string
	statuses map[engine.AgentStatus]string

	asking, cancelled, mayRun      string // states of a tool call beside its status
	notAllowed                     string // the same, of one that the person refused
	failedWith                     string // %[1]s: the exit status of a command
	ended, signIn, inLine, removed string // states of an agent beside its status

	problems   problems
	permission permissionWords
	modes      modeWords
}
