package desktop

func opener(link string) (string, []string) {
	return "rundll32.exe", []string{"url.dll,FileProtocolHandler", link}
}
