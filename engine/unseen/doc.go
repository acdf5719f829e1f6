// Package unseen tells the characters that hide what is written: those that
// leave no mark, turn the text round them, or look like a plain space. Whoever
// reads a command and whoever draws it go by this one rule.
//
// Source: Unicode 15, the properties Bidi_Control (all of whose characters are
// of the category Cf), Default_Ignorable_Code_Point and Variation_Selector.
package unseen
