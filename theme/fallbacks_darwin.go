package theme

const fallbacks = "Apple Color Emoji, PingFang SC, Hiragino Sans, Apple SD Gothic Neo, Geeza Pro, Arial Hebrew, Thonburi, Kohinoor Devanagari, Arial Unicode MS"
