package theme

import "image/color"

// A Palette names colours by what they are for. A widget picks a role and
// never a colour, so that both looks keep their contrasts.
type Palette struct {
	Background color.NRGBA // the page that is read
	Panel      color.NRGBA // what stands beside the page
	Raised     color.NRGBA // cards, fields and menus
	Line       color.NRGBA // borders and rules

	Text color.NRGBA // what is read
	Dim  color.NRGBA // small print, hints, what may be overlooked

	Accent     color.NRGBA // links, focus, what is chosen
	AccentSoft color.NRGBA // ground of what is chosen, ring of the focus
	Chosen     color.NRGBA // ground of what is shown, among others on a panel
	Selection  color.NRGBA // laid over selected text; translucent
	Found      color.NRGBA // laid over what was looked for; translucent
	FoundHere  color.NRGBA // the same, where the person is
	User       color.NRGBA // ground of the person's own messages

	Danger     color.NRGBA // what may do harm, and nothing else
	DangerSoft color.NRGBA
	Warn       color.NRGBA // look here
	WarnSoft   color.NRGBA
	OK         color.NRGBA // what went well

	Code    color.NRGBA // ground of code
	Added   color.NRGBA // ground of a line that a diff adds
	Removed color.NRGBA // ground of a line that a diff removes

	AddedWord   color.NRGBA // ground of the words that a diff adds inside a line
	RemovedWord color.NRGBA // ground of the words that a diff removes inside a line

	Keyword color.NRGBA // the four colours of code
	String  color.NRGBA
	Number  color.NRGBA
	Comment color.NRGBA

	Shadow color.NRGBA // under what floats; translucent
	Scrim  color.NRGBA // over the page while a question is open; translucent

	// Faces are the grounds of agents' letters, in the order in which they
	// are given out; [Palette.OnFace] is the letter.
	Faces  [6]color.NRGBA
	OnFace color.NRGBA
}

// Light is the palette of the light look.
func Light() Palette {
	return Palette{
		Background: rgb(0xFBFAF8), Panel: rgb(0xF3F1ED), Raised: rgb(0xFFFFFF), Line: rgb(0xE2DED7),
		Text: rgb(0x23211E), Dim: rgb(0x68635B),
		Accent: rgb(0x2F6F63), AccentSoft: rgb(0xE3EFEC), Chosen: rgb(0xFFFFFF), Selection: rgba(0x2F6F6340), Found: rgba(0xFFC40050), FoundHere: rgba(0xFF8A0090), User: rgb(0xECE9F6),
		Danger: rgb(0xB3261E), DangerSoft: rgb(0xFBEAE8), Warn: rgb(0x8A5A00), WarnSoft: rgb(0xFFF3DC), OK: rgb(0x2E7D4F),
		Code: rgb(0xF4F2EE), Added: rgb(0xE4F3E7), Removed: rgb(0xFCE8E6), AddedWord: rgb(0xB7E0C1), RemovedWord: rgb(0xF5C0BB),
		Keyword: rgb(0x7A3E9D), String: rgb(0x2B6B3A), Number: rgb(0xA04B00), Comment: rgb(0x6B665E),
		Shadow: rgba(0x00000020), Scrim: rgba(0x23211E60),
		Faces: faces(), OnFace: rgb(0xFFFFFF),
	}
}

// Dark is the palette of the dark look: the same roles, not inverted.
func Dark() Palette {
	return Palette{
		Background: rgb(0x1B1A18), Panel: rgb(0x151412), Raised: rgb(0x24221F), Line: rgb(0x34312C),
		Text: rgb(0xE8E4DC), Dim: rgb(0xA8A297),
		Accent: rgb(0x7CC4B4), AccentSoft: rgb(0x20332F), Chosen: rgb(0x2E2B27), Selection: rgba(0x7CC4B428), Found: rgba(0xFFD04024), FoundHere: rgba(0xFF9A2050), User: rgb(0x2C2940),
		Danger: rgb(0xF2867E), DangerSoft: rgb(0x3B201E), Warn: rgb(0xE8B95A), WarnSoft: rgb(0x38301D), OK: rgb(0x7CCB98),
		Code: rgb(0x2C2925), Added: rgb(0x1E3225), Removed: rgb(0x3B2321), AddedWord: rgb(0x2F5C3F), RemovedWord: rgb(0x6E3833),
		Keyword: rgb(0xC79BE3), String: rgb(0x8FCB9B), Number: rgb(0xE0A066), Comment: rgb(0xA39D92),
		Shadow: rgba(0x00000060), Scrim: rgba(0x00000080),
		Faces: faces(), OnFace: rgb(0xFFFFFF),
	}
}

func faces() [6]color.NRGBA {
	return [6]color.NRGBA{rgb(0x2F6F63), rgb(0x7B56A8), rgb(0xB5653B), rgb(0x4A6FA5), rgb(0x9B4662), rgb(0x6B6A2F)}
}

func rgb(c uint32) color.NRGBA { return rgba(c<<8 | 0xFF) }

func rgba(c uint32) color.NRGBA {
	return color.NRGBA{R: uint8(c >> 24), G: uint8(c >> 16), B: uint8(c >> 8), A: uint8(c)}
}
