// Package conversation holds what was said: messages, their parts, and the
// [Log] that grows while an agent answers. It has the enums of the protocol that
// a screen needs, so that none has to know the protocol.
//
// A [Message] is immutable once published: a change makes another with a
// higher version. Facts are codes with arguments; their sentences are
// app/i18n's. A kind of [Part] is shown, found, exported and printed elsewhere,
// where its type is told apart: app/parts_test.go knows each place.
package conversation
