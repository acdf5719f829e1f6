package theme

const fallbacks = "Segoe UI, Segoe UI Emoji, Microsoft YaHei, Yu Gothic, Malgun Gothic, Nirmala UI, Leelawadee UI, Segoe UI Symbol"
