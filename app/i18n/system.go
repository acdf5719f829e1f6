package i18n

import (
	"strings"
	"syscall"
)

// system tells what the system refused. words are an error's, which end with
// the system's own: in English on Linux and macOS. Those that are not known
// here are told as they are, as another's words.
func (w *Words) system(words string) string {
	best := ""
	said := w.quoted(words)
	for errno, sentence := range w.errnos {
		own := errno.Error()
		if strings.HasSuffix(words, own) && len(own) > len(best) {
			best, said = own, sentence
		}
	}
	return said
}

// The system's refusals that people meet, as parts of a sentence.
type errnos map[syscall.Errno]string

var englishErrnos = errnos{
	syscall.ENOENT:       "there is nothing at that place",
	syscall.EACCES:       "the system does not permit it to you",
	syscall.EPERM:        "the system does not permit it to you",
	syscall.EEXIST:       "something of that name is there already",
	syscall.ENOTDIR:      "a part of its path is a file, not a folder",
	syscall.EISDIR:       "it is a folder, not a file",
	syscall.ENAMETOOLONG: "its name is too long",
	syscall.ELOOP:        "its links lead back to themselves",
	syscall.ENOSPC:       "the disk is full",
	syscall.EDQUOT:       "your share of the disk is used up",
	syscall.EROFS:        "the disk can only be read",
	syscall.EFBIG:        "it would be too large",
	syscall.EIO:          "the disk or the device has a fault",
	syscall.ENXIO:        "the device does not answer",
	syscall.ENODEV:       "there is no such device",
	syscall.EBUSY:        "another program uses it",
	syscall.ETXTBSY:      "that program is just running or being written",
	syscall.ENOEXEC:      "it is no program for this computer",
	syscall.E2BIG:        "what it is given is too long",
	syscall.ENOMEM:       "the computer has no memory left",
	syscall.EAGAIN:       "the computer has too much to do at the moment",
	syscall.EMFILE:       "too many files are open",
	syscall.ENFILE:       "too many files are open",
	syscall.ESTALE:       "the network folder is gone",
	syscall.ETIMEDOUT:    "it did not answer in time",
	syscall.ECONNREFUSED: "nothing answers there",
	syscall.EPIPE:        "the other end is closed",
	syscall.EBADF:        "it is closed",
	syscall.EINVAL:       "the system does not take it",
}

var frenchErrnos = errnos{
	syscall.ENOENT:       "il n’y a rien à cet endroit",
	syscall.EACCES:       "le système ne vous y autorise pas",
	syscall.EPERM:        "le système ne vous y autorise pas",
	syscall.EEXIST:       "quelque chose porte déjà ce nom",
	syscall.ENOTDIR:      "une partie de son chemin est un fichier, pas un dossier",
	syscall.EISDIR:       "c’est un dossier, pas un fichier",
	syscall.ENAMETOOLONG: "son nom est trop long",
	syscall.ELOOP:        "ses liens mènent à eux-mêmes",
	syscall.ENOSPC:       "le disque est plein",
	syscall.EDQUOT:       "votre part du disque est épuisée",
	syscall.EROFS:        "le disque est en lecture seule",
	syscall.EFBIG:        "il serait trop gros",
	syscall.EIO:          "le disque ou le périphérique a un défaut",
	syscall.ENXIO:        "le périphérique ne répond pas",
	syscall.ENODEV:       "ce périphérique n’existe pas",
	syscall.EBUSY:        "un autre programme s’en sert",
	syscall.ETXTBSY:      "ce programme est en cours d’exécution ou d’écriture",
	syscall.ENOEXEC:      "ce n’est pas un programme pour cet ordinateur",
	syscall.E2BIG:        "ce qui lui est donné est trop long",
	syscall.ENOMEM:       "l’ordinateur n’a plus de mémoire",
	syscall.EAGAIN:       "l’ordinateur a trop à faire en ce moment",
	syscall.EMFILE:       "trop de fichiers sont ouverts",
	syscall.ENFILE:       "trop de fichiers sont ouverts",
	syscall.ESTALE:       "le dossier du réseau a disparu",
	syscall.ETIMEDOUT:    "il n’a pas répondu à temps",
	syscall.ECONNREFUSED: "rien ne répond là",
	syscall.EPIPE:        "l’autre bout est fermé",
	syscall.EBADF:        "il est fermé",
	syscall.EINVAL:       "le système ne l’accepte pas",
}

// ending is how a program ended: its status, or what ended it. Signals have names
// in English; one that is not known here is told as it is.
func (w *Words) ending(status string) string {
	for signal, said := range w.signals {
		if signal.String() == status {
			return said
		}
	}
	return status
}

// The signals that end a program, as a person may be told of them.
type signals map[syscall.Signal]string

var englishSignals = signals{
	syscall.SIGHUP:  "its terminal was closed",
	syscall.SIGINT:  "interrupted",
	syscall.SIGQUIT: "told to quit",
	syscall.SIGILL:  "a fault in its code",
	syscall.SIGTRAP: "a fault in its code",
	syscall.SIGABRT: "aborted",
	syscall.SIGBUS:  "a fault in its memory",
	syscall.SIGFPE:  "a fault in its arithmetic",
	syscall.SIGKILL: "killed",
	syscall.SIGSEGV: "a fault in its memory",
	syscall.SIGPIPE: "the other end is closed",
	syscall.SIGALRM: "out of time",
	syscall.SIGTERM: "told to end",
}

var frenchSignals = signals{
	syscall.SIGHUP:  "son terminal a été fermé",
	syscall.SIGINT:  "interrompu",
	syscall.SIGQUIT: "prié de quitter",
	syscall.SIGILL:  "un défaut dans son code",
	syscall.SIGTRAP: "un défaut dans son code",
	syscall.SIGABRT: "abandon",
	syscall.SIGBUS:  "un défaut dans sa mémoire",
	syscall.SIGFPE:  "un défaut dans ses calculs",
	syscall.SIGKILL: "tué",
	syscall.SIGSEGV: "un défaut dans sa mémoire",
	syscall.SIGPIPE: "l’autre bout est fermé",
	syscall.SIGALRM: "temps écoulé",
	syscall.SIGTERM: "prié de finir",
}
