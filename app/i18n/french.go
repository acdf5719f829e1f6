package i18n

import (
	"sidekicks/engine"
	"sidekicks/engine/conversation"
)

var frenchSentences = sentences{

	NewConversation: "Nouvelle conversation",
	Mode:            "Mode",

	NothingYet:    "Écrivez votre premier message ci-dessous.",
	Thinking:      "Réfléchit",
	Thought:       "Réflexion",
	Plan:          "Plan",
	PlanDone:      "fait",
	PlanDoing:     "en cours",
	PlanToDo:      "à faire",
	Input:         "Ce qu’il a reçu",
	Output:        "Ce qu’il a répondu",
	NewFile:       "nouveau fichier",
	DeletedFile:   "fichier supprimé",
	Comparing:     "comparaison en cours…",
	Unchanged:     "rien n’a changé",
	LineEndsCRLF:  "les fins de ligne sont maintenant celles de Windows (CRLF)",
	LineEndsLF:    "les fins de ligne sont maintenant celles d’Unix (LF)",
	LineEndsMixed: "des fins de ligne ont changé",
	LastLineEnds:  "la dernière ligne se termine maintenant par un saut de ligne",
	LastLineOpen:  "la dernière ligne ne se termine plus par un saut de ligne",
	Replaced:      "trop différent pour être comparé ligne à ligne : montré comme remplacé",
	ShownInPart:   "Montré en partie ; l’agent a tout reçu.",
	NoOutput:      "Rien à montrer pour l’instant.",
	ToTheEnd:      "Aller à la fin",
	NotSent:       "non envoyé",
	NotTaken:      "Non envoyé : l’agent n’est plus configuré, ou Sidekicks se ferme. Votre texte est toujours là.",
	SendAgain:     "Renvoyer",
	Edit:          "Modifier",
	Remove:        "Retirer",
	SaveEdit:      "Enregistrer",
	Cancel:        "Annuler",
	Close:         "Fermer",
	Copy:          "Copier",
	CopyMessage:   "Copier ce message",
	Copied:        "Copié.",
	NothingCopy:   "Il n’y a pas encore de réponse à copier.",
	LinkCopied:    "L’adresse est copiée : Sidekicks n’ouvre que des adresses web et de courriel.",
	Details:       "Détails",

	Send:             "Envoyer",
	Stop:             "Arrêter",
	AskSomethingElse: "Lui demander d’essayer autre chose",
	Wait:             "Attendre",
	Restart:          "Redémarrer l’agent",
	SignInNeeded:     "Choisissez comment vous identifier :",

	AllowOnce:      "Autoriser une fois",
	AllowAlways:    "Toujours autoriser ici",
	RejectAlways:   "Ne plus le proposer ici",
	RejectOnce:     "Refuser",
	StopAgent:      "Arrêter l’agent",
	NotTold:        "L’agent ne dit pas quoi exactement.",
	TooSmall:       "Cette fenêtre est trop petite pour montrer ce que l’agent demande. Pour répondre, agrandissez-la ou réduisez la taille du texte.",
	NoRejectOption: "L’agent ne propose pas de refuser une seule fois : « Refuser » annule sa demande.",

	Find:         "Chercher dans la conversation",
	FindNext:     "Résultat suivant",
	FindPrevious: "Résultat précédent",
	FindNothing:  "Rien trouvé",

	You:             "Vous",
	Export:          "Exporter la conversation",
	ExportPath:      "Enregistrer dans ce fichier",
	ExportExists:    "Il y a déjà un fichier de ce nom. Écrivez-en un autre, ou remplacez-le.",
	Replace:         "Remplacer",
	NothingToExport: "Il n’y a rien à exporter pour l’instant.",

	CommandsHint:   "/ commandes",
	FilesHint:      "@ fichiers",
	MoreFiles:      "Il y en a d’autres : continuez d’écrire.",
	Open:           "Ouvrir",
	EnterSends:     "Entrée envoie · Maj+Entrée à la ligne",
	CtrlEnterSends: "Ctrl+Entrée envoie · Entrée à la ligne",

	ClosingTitle:    "Quitter Sidekicks ?",
	QuittingForgets: "En quittant, toutes les conversations sont oubliées.",
	KeepOpen:        "Rester",
	Quit:            "Quitter",
	StoppingAgents:  "Arrêt des agents…",
	ForceQuit:       "Quitter tout de suite",

	Palette:       "Actions et agents",
	PaletteFilter: "Écrire pour filtrer",
	Decisions:     "Vos décisions",
	ChooseMode:    "Choisir comment l’agent travaille",
	ChooseModel:   "Choisir le modèle de l’agent",
	ChooseThought: "Choisir combien l’agent réfléchit",
	PaletteEmpty:  "Rien ne porte ce nom.",
	Keys:          "Touches",

	NextAgent:        "Agent suivant",
	PreviousAgent:    "Agent précédent",
	AgentAbove:       "Agent au-dessus",
	AgentBelow:       "Agent au-dessous",
	AgentByNumber:    "Agent par son numéro",
	PreviousMessage:  "Votre message précédent",
	NextMessage:      "Votre message suivant",
	PageUp:           "Une page plus haut",
	PageDown:         "Une page plus bas",
	Top:              "Début de la conversation",
	End:              "Fin de la conversation",
	CopyAnswer:       "Copier la dernière réponse",
	ToggleThoughts:   "Montrer ou cacher les réflexions",
	GoToPermission:   "Aller à la demande en attente",
	AnswerPermission: "Répondre à la demande par son numéro",
	ZoomIn:           "Texte plus grand",
	ZoomOut:          "Texte plus petit",
	ZoomReset:        "Taille de texte normale",
	GoToComposer:     "Aller au champ du message",
	Help:             "Touches",
	CloseOrStop:      "Fermer ce qui est devant, sinon arrêter la réponse",
	NewLine:          "À la ligne",
	Recall:           "Rappeler votre dernier message, dans un champ vide",

	KeyCtrl:      "Ctrl",
	KeyShift:     "Maj",
	KeyAlt:       "Alt",
	KeyEnter:     "Entrée",
	KeyEscape:    "Échap",
	KeyTab:       "Tab",
	KeyUp:        "Haut",
	KeyDown:      "Bas",
	KeyPageUp:    "Page préc.",
	KeyPageDown:  "Page suiv.",
	KeyHome:      "Début",
	KeyEnd:       "Fin",
	KeySpace:     "Espace",
	NoRequest:    "Aucune demande n’attend.",
	NoAgents:     "Aucun agent n’est configuré.",
	NoAgentsHint: "Ouvrez une configuration, ou ajoutez un agent dans les réglages.",

	NoWindow: "Aucune fenêtre ne peut s’ouvrir ici : il n’y a pas d’écran, ou on ne peut y dessiner. Sans fenêtre, sidekicks ask TEXTE parle à un agent.",
	Usage: `Emploi : sidekicks [options] : ouvrir la fenêtre
sidekicks ask [options] TEXTE… : parler à un agent sans fenêtre
sidekicks check [options] [FICHIER] : vérifier une configuration
sidekicks schema : afficher le schéma JSON des configurations
sidekicks explain [options] COMMANDE : dire ce qu’une commande peut faire perdre
sidekicks agent : être l’agent intégré, sur l’entrée et la sortie standard
--config FICHIER : la configuration ; SIDEKICKS_CONFIG en nomme une aussi
--demo : le guide intégré seul
--lang fr|en : la langue
--log-level NIVEAU : ce qui va au journal (debug, info, warn ou error)
--version : dire la version`,
	AskUsage: `Emploi : sidekicks ask [options] TEXTE…

Envoie chaque TEXTE à un agent et affiche ses réponses ; « - » désigne ce que contient l’entrée standard.

--agent NOM · l’agent à qui parler, sinon celui que la configuration préfère
--config FICHIER · la configuration à utiliser
--demo · parler avec le guide intégré, sans configuration
--permit QUOI · quand l’agent demande une permission : never (jamais), once (une fois) ou ask (demander)
--json · afficher à la fin toute la conversation en JSON
--lang LANGUE · fr ou en

Le code de sortie est 0 quand chaque TEXTE a reçu sa réponse, 1 quand l’agent a échoué ou refusé, ou quand sa réponse n’a pas pu être écrite, 2 quand les options sont fausses, 3 quand la configuration n’est pas utilisable ; après un signal, c’est 128 plus le numéro du signal (Ctrl+C : 130).
`,
	ExplainUsage: `Emploi : sidekicks explain [options] COMMANDE

Dit ce qu’une commande pourrait faire perdre, sans l’exécuter ; « - » désigne ce que contient l’entrée standard. La première ligne donne les classes, ou none (aucune) : rien n’a alors été trouvé, et la commande peut nuire quand même.

--shell INTERPRÉTEUR · ce qui lit la commande, posix, powershell ou cmd, sinon celui du système
--cwd DOSSIER · où elle commencerait, sinon ce dossier-ci
--json · afficher ce qui a été trouvé en JSON
--lang LANGUE · fr ou en`,
	OneCommand: "Écrivez une commande, en un seul argument, après les options.",
	CheckUsage: `Emploi : sidekicks check [options] [FICHIER]

Dit chaque problème d’une configuration, à défaut celle de l’endroit habituel, après son fichier, sa ligne, sa colonne et le mot error, ou warning quand elle reste utilisable. Finit par 0 sans erreur, 1 avec des erreurs, 2 quand il n’y a rien à vérifier.

--json · afficher les problèmes en JSON ; les places et corrections comptent en octets, les colonnes en caractères
--lang LANGUE · fr ou en`,
	OneFile:         "Nommez un seul fichier, après les options.",
	SchemaUsage:     "Emploi : sidekicks schema\n\nAffiche le schéma JSON des configurations, pour d’autres éditeurs.",
	NothingToSend:   "Il n’y a pas de message à envoyer. Écrivez-en un après les options.",
	FormAnswer:      "Répondre…",
	FormDecline:     "Ne pas répondre",
	FormLater:       "Plus tard",
	Yes:             "Oui",
	No:              "Non",
	LastWords:       "Les dernières lignes qu’il a écrites :",
	TypeNumber:      "Tapez le numéro de votre réponse, puis Entrée.",
	AllowedByOption: "Autorisé une fois, comme le veut --permit once.",
	RefusedByOption: "Refusé, comme le veut --permit never.",
	RefusedUnasked:  "Refusé, car il n’y a personne à qui demander ici. Avec --permit once, ce serait autorisé une fois.",
	OnceNotOffered:  "Refusé, car l’agent ne propose pas de l’autoriser une seule fois.",
}

var frenchFormats = formats{
	exportTitle:      "Conversation avec %[1]s, le %[2]s",
	exportDate:       "2/1/2006",
	exported:         "Enregistré dans %[1]s.",
	notExported:      "La conversation n’a pas pu être enregistrée : %[1]s. Choisissez un autre endroit.",
	noSuchFolder:     "le dossier n’existe pas",
	mayNotWrite:      "vous n’avez pas le droit d’y écrire",
	seconds:          "%[1]d s",
	tenths:           "%.1[1]f s",
	minutes:          "%[1]d min",
	hours:            "%[1]d h %[2]d min",
	memory:           "%[1]d %% de sa mémoire",
	cost:             "%.2[1]f %[2]s",
	thoughtFor:       "A réfléchi %[1]s",
	stateFor:         "%[1]s · %[2]s",
	writeTo:          "Écrire à %[1]s…",
	queued:           "En attente : « %[1]s »",
	requestPlace:     "%[1]d sur %[2]d",
	loopFailed:       counted{"%[2]s tourne en rond : %[1]d outil a échoué d’affilée", "%[2]s tourne en rond : %[1]d outils ont échoué d’affilée"},
	loopRepeated:     counted{"%[2]s tourne en rond : la même chose %[1]d fois d’affilée", "%[2]s tourne en rond : la même chose %[1]d fois d’affilée"},
	lastFailure:      "Dernier échec, %[1]s : %[2]s",
	lastTool:         "Dernier outil : %[1]s",
	overdue:          "%[1]s ne répond pas. Vous pouvez attendre, ou le redémarrer : il oubliera cette conversation.",
	suggestion:       "Cela ne marche pas (%[1]s). N’insiste pas de cette façon : explique ce qui te bloque et essaie autre chose.",
	suggestionPlain:  "Cela ne marche pas. N’insiste pas de cette façon : explique ce qui te bloque et essaie autre chose.",
	signInTerminal:   "%[1]s : tapez ceci dans un terminal, puis renvoyez votre message : %[2]s",
	signInWindow:     "%[1]s : ouvrez Sidekicks sans « ask », envoyez-y un message à l’agent, et choisissez ce moyen.",
	signInVariables:  "%[1]s : donnez une valeur à %[2]s dans « env » de la configuration de l’agent.",
	moreLines:        counted{"%[1]d ligne de plus", "%[1]d lignes de plus"},
	showLines:        counted{"Montrer %[1]d ligne de plus", "Montrer %[1]d lignes de plus"},
	pastedText:       counted{"Texte collé : %[2]s, %[1]d ligne", "Texte collé : %[2]s, %[1]d lignes"},
	hideLines:        counted{"Masquer %[1]d ligne", "Masquer %[1]d lignes"},
	unread:           counted{"%[1]d nouveau", "%[1]d nouveaux"},
	requests:         counted{"%[1]d demande vous attend", "%[1]d demandes vous attendent"},
	losesTurn:        counted{"%[1]d réponse n’est pas finie.", "%[1]d réponses ne sont pas finies."},
	losesQueue:       counted{"%[1]d message attend d’être envoyé.", "%[1]d messages attendent d’être envoyés."},
	losesDraft:       counted{"%[1]d message est écrit et non envoyé.", "%[1]d messages sont écrits et non envoyés."},
	optionNamed:      "%[1]s (%[2]s)",
	agentsWord:       "« %[1]s » (mots de l’agent)",
	labelled:         "%[1]s : %[2]s",
	image:            "Image",
	sound:            "Son",
	file:             "Fichier",
	cut:              "Montré en partie : %[1]s ne sont pas affichés ici ; l’agent a tout reçu.",
	goToAgent:        "Aller à %[1]s",
	findPlace:        "%[1]d sur %[2]d",
	linkOpens:        "Ouvre %[1]s",
	linkCopies:       "Copie %[1]s",
	unknownOption:    "L’option %[1]s n’existe pas.",
	optionWantsValue: "L’option %[1]s veut une valeur après elle.",
	optionTakes:      "L’option %[1]s accepte l’une de ces valeurs : %[2]s.",
	optionsExclude:   "Les options %[1]s et %[2]s s’excluent : choisissez l’une d’elles.",
	noSuchAgent:      "Il n’y a pas d’agent nommé « %[1]s » dans la configuration. Elle contient : %[2]s.",
	formAsks:         "%[1]s vous demande quelque chose",
	formRequired:     "%[1]s (nécessaire)",
	formMissing:      "C’est nécessaire. Remplissez ce champ.",
	formNumber:       "Écrivez un nombre ici.",
	formInteger:      "Écrivez un nombre entier ici.",
	formRange:        "Le nombre doit être %[1]s.",
	formLength:       "Le nombre de caractères doit être %[1]s.",
	formCount:        "Le nombre de choix doit être %[1]s.",
	formFormat:       "Ce n’est pas écrit comme il le faut (%[1]s). Corrigez-le.",
	formAtLeast:      "d’au moins %[1]s",
	formAtMost:       "d’au plus %[1]s",
	formBetween:      "compris entre %[1]s et %[2]s",
	noFile:           "c’est un dossier, un tube ou un périphérique, pas un fichier",
	configUnreadable: "La configuration %[1]s ne peut pas être lue : %[2]s. Vérifiez son nom, ou choisissez-en une autre avec --config.",
	configUnusable:   "Aucun agent de la configuration %[1]s ne peut servir. Corrigez le fichier, ou choisissez-en un autre avec --config.",
	stdinUnreadable:  "L’entrée standard ne peut pas être lue : %[1]s.",
	stdoutUnwritable: "La réponse ne peut pas être écrite : %[1]s.",
	bytes:            [5]string{"%.0[1]f octets", "%.1[1]f ko", "%.1[1]f Mo", "%.1[1]f Go", "%.1[1]f To"},
}

var frenchCodes = codes{
	systems: map[conversation.Code]string{
		conversation.AgentRestarted:   "%[1]s a redémarré : il ne se souvient plus de ce qui est au-dessus.",
		conversation.AgentUnavailable: "%[1]s n’est pas disponible. Renvoyez votre message pour le démarrer.",
		conversation.NewConversation:  "%[1]s ne voit pas ce qui est au-dessus.",
		conversation.SessionResumed:   "%[1]s a redémarré et se souvient de tout.",
		conversation.AgentNotice:      "%[1]s dit : %[2]s",
		conversation.Compacted:        "%[1]s a résumé le début de la conversation pour économiser sa mémoire.",
		conversation.FormAnswered:     "%[1]s a demandé, et vous avez répondu : %[2]s",
		conversation.FormDeclined:     "%[1]s a demandé, et vous n’avez pas voulu répondre : %[2]s",
		conversation.FormUnanswered:   "%[1]s a demandé, et n’attend plus de réponse : %[2]s",
		conversation.SettingRefused:   "%[1]s n’a pas accepté le changement : %[2]s",
		conversation.UnsupportedCall:  "%[1]s a demandé une chose que Sidekicks n’offre pas (%[2]s). L’agent en est averti et peut continuer.",
	},
	failures: map[conversation.FailureCode]string{
		conversation.FailedNotFound:      "%[1]s ne démarre pas : le programme « %[2]s » est introuvable sur cet ordinateur. Installez-le, ou corrigez sa commande dans les réglages.",
		conversation.FailedNotExecutable: "%[1]s ne démarre pas : « %[2]s » n’est pas un programme exécutable. Corrigez sa commande dans les réglages, ou rendez le fichier exécutable.",
		conversation.FailedWorkspace:     "%[1]s ne démarre pas : son dossier de travail %[2]s n’existe pas. Créez-le, ou choisissez-en un autre dans les réglages.",
		conversation.FailedExited:        "%[1]s s’est arrêté tout seul (%[2]s). Envoyez un message pour le relancer.",
		conversation.FailedVersion:       "%[1]s parle une version du protocole que Sidekicks ne connaît pas (%[2]s). Mettez à jour l’agent ou Sidekicks.",
		conversation.FailedSignIn:        "%[1]s demande que vous vous identifiiez d’abord.",
		conversation.FailedAgentError:    "%[1]s a répondu par une erreur : %[2]s",
		conversation.FailedStart:         "%[1]s ne démarre pas : %[2]s. Vérifiez sa commande dans les réglages.",
		conversation.FailedQuoting:       "%[1]s ne démarre pas : l’argument %[2]s ne peut pas être transmis sans risque à un fichier .cmd de Windows. Changez-le dans les réglages.",
		conversation.FailedSilent:        "%[1]s a démarré mais n’a pas répondu à temps. Lancez-le dans un terminal pour voir ce qu’il attend.",
		conversation.FailedStopped:       "%[1]s a été arrêté avant de recevoir votre message. Envoyez-le à nouveau.",
	},
	failure: "%[1]s a échoué. Renvoyez votre message, ou redémarrez l’agent.",
	stops: map[conversation.StopReason]string{
		"end_turn":          "",
		"max_tokens":        "La réponse a atteint sa longueur maximale. Demandez à l’agent de continuer.",
		"max_turn_requests": "L’agent a utilisé toutes les étapes prévues pour une réponse. Demandez-lui de continuer.",
		"refusal":           "L’agent a refusé de répondre. Il ne garde pas votre dernier message en tête.",
		"cancelled":         "Arrêté.",
	},
	verbs: map[conversation.ToolKind]string{
		"read": "Lit", "edit": "Modifie", "delete": "Supprime", "move": "Déplace", "search": "Cherche",
		"execute": "Exécute", "think": "Réfléchit", "fetch": "Consulte", "switch_mode": "Change de mode", "other": "Utilise un outil",
	},
	wants: map[conversation.ToolKind]string{
		"read":        "%[1]s veut lire un fichier de votre ordinateur",
		"edit":        "%[1]s veut modifier un fichier de votre ordinateur",
		"delete":      "%[1]s veut supprimer quelque chose sur votre ordinateur",
		"move":        "%[1]s veut déplacer quelque chose sur votre ordinateur",
		"search":      "%[1]s veut chercher sur votre ordinateur",
		"execute":     "%[1]s veut exécuter une commande sur votre ordinateur",
		"think":       "%[1]s veut réfléchir",
		"fetch":       "%[1]s veut aller chercher quelque chose sur le réseau",
		"switch_mode": "%[1]s veut changer sa façon de travailler",
		"other":       "%[1]s veut utiliser un outil",
	},
	tools: map[conversation.ToolCallStatus]string{
		"pending": "en attente", "in_progress": "en cours", "completed": "fait", "failed": "échec",
	},
	asking:    "attend votre accord",
	cancelled: "interrompu",
	stopped: map[engine.StopCause]string{
		engine.NeverStarted:    "au repos",
		engine.StoppedIdle:     "au repos · pour économiser la mémoire",
		engine.StoppedForRoom:  "au repos · laisse la place à un autre",
		engine.StoppedByPerson: "au repos · à votre demande",
	},
	statuses: map[engine.AgentStatus]string{
		engine.AgentStopped:   "au repos",
		engine.AgentStarting:  "démarre",
		engine.AgentIdle:      "à l’écoute",
		engine.AgentAnswering: "répond",
		engine.AgentWaiting:   "attend votre accord",
		engine.AgentStopping:  "s’arrête",
		engine.AgentFailed:    "ne démarre pas · voir pourquoi",
	},
	ended:   "s’est arrêté tout seul",
	signIn:  "demande que vous vous identifiiez",
	removed: "plus dans la configuration",
	inLine:  "attend qu’un autre agent finisse",

	problems:   frenchProblems,
	permission: frenchPermission,
	modes:      frenchModes,
}
