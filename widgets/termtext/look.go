package termtext

import "strings"

// A look is what SGR sets (ECMA-48, 8.3.117). Its zero value is plain.
type look struct {
	text, ground                                colour
	bold, faint, italic, under, struck, inverse bool
}

// A colour is 0, the usual one, or one of the palette, or any.
type colour uint32

const (
	ofPalette colour = 1 << 24 // plus its index
	any24     colour = 2 << 24 // plus red, green and blue
)

// looks are the looks of an output by their ink; ink 0 is plain.
type looks struct {
	list  []look
	known map[look]uint16
}

const maxLooks = 1 << 16

func (l *looks) ink(k look) uint16 {
	if k == (look{}) {
		return 0
	}
	if ink, ok := l.known[k]; ok {
		return ink
	}
	if len(l.list) == maxLooks-1 {
		return 0
	}
	if l.known == nil {
		l.known = map[look]uint16{}
	}
	l.list = append(l.list, k)
	l.known[k] = uint16(len(l.list))
	return uint16(len(l.list))
}

// set changes the look by the parameters of an SGR sequence.
func (k *look) set(parameters string) {
	if strings.ContainsAny(parameters, "<=>?") {
		return // a terminal's own
	}
	fields := strings.Split(parameters, ";")
	for len(fields) > 0 {
		n := k.take(fields)
		fields = fields[n:]
	}
}

// take applies the first of the parameters, and returns how many belong to it.
func (k *look) take(fields []string) int {
	code, rest, parts := strings.Cut(fields[0], ":")
	n := number(code)
	switch {
	case n == 38 || n == 48 || n == 58:
		c, used := colon(rest), 1
		if !parts {
			c, used = semicolon(fields)
		}
		if n == 38 {
			k.text = c
		} else if n == 48 {
			k.ground = c
		}
		return used
	case n >= 30 && n <= 37:
		k.text = ofPalette + colour(n-30)
	case n >= 40 && n <= 47:
		k.ground = ofPalette + colour(n-40)
	case n >= 90 && n <= 97:
		k.text = ofPalette + colour(n-90+8)
	case n >= 100 && n <= 107:
		k.ground = ofPalette + colour(n-100+8)
	default:
		k.attribute(n, rest)
	}
	return 1
}

func (k *look) attribute(n int, rest string) {
	switch n {
	case 0:
		*k = look{}
	case 1:
		k.bold = true
	case 2:
		k.faint = true
	case 3:
		k.italic = true
	case 4:
		k.under = rest != "0"
	case 21:
		k.under = true
	case 7:
		k.inverse = true
	case 9:
		k.struck = true
	case 22:
		k.bold, k.faint = false, false
	case 23:
		k.italic = false
	case 24:
		k.under = false
	case 27:
		k.inverse = false
	case 29:
		k.struck = false
	case 39:
		k.text = 0
	case 49:
		k.ground = 0
	}
}

// semicolon is a colour as 38;5;n or 38;2;r;g;b, and how many fields it takes.
func semicolon(fields []string) (colour, int) {
	switch {
	case len(fields) >= 3 && fields[1] == "5":
		return indexed(fields[2]), 3
	case len(fields) >= 5 && fields[1] == "2":
		return direct(fields[2:5]), 5
	}
	return 0, len(fields)
}

// colon is a colour as 5:n, 2:r:g:b, or 2:space:r:g:b.
func colon(s string) colour {
	fields := strings.Split(s, ":")
	switch {
	case len(fields) >= 2 && fields[0] == "5":
		return indexed(fields[1])
	case len(fields) == 4 && fields[0] == "2":
		return direct(fields[1:4])
	case len(fields) >= 5 && fields[0] == "2":
		return direct(fields[2:5])
	}
	return 0
}

func indexed(s string) colour { return ofPalette + colour(min(number(s), 255)) }

func direct(rgb []string) colour {
	c := any24
	for i, s := range rgb {
		c |= colour(min(number(s), 255)) << (16 - 8*i)
	}
	return c
}

// number is a parameter; what is not one, and none at all, is 0.
func number(s string) int {
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return 0
		}
		n = min(10*n+int(s[i]-'0'), 1<<20)
	}
	return n
}
