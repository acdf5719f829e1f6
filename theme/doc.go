// Package theme holds what the widgets share: colours by their role, sizes of
// text, distances, radii, and the shaper with the fonts of the program.
//
// It has numbers and colours only. Nothing here is laid out or drawn: a
// number that one widget alone uses belongs in that widget.
//
// A [Theme] is made once for each look and is not written afterwards; a
// change of look makes a new Theme over the same [text.Shaper].
package theme
