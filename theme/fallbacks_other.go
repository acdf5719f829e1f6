//go:build !windows && !darwin

package theme

const fallbacks = "emoji, Noto Sans CJK SC, Noto Sans Arabic, Noto Sans Hebrew, Noto Sans Thai, Noto Sans Devanagari, DejaVu Sans"
