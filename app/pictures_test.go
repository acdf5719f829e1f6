//go:build cgo && linux

package app

import (
	"image"
	"testing"

	"sidekicks/engine/config"
	"sidekicks/widgets/widgettest/picture"
)

// A page with every kind of Markdown, as it is seen in every look.
func TestPictures(t *testing.T) {
	eachLook(func(name, theme string, size image.Point, zoom float32) {
		_, h := showStill(t, reading(), config.Config{Language: "en", Theme: theme}, size, zoom)
		picture.Golden(t, "reading-"+name, picture.Draw(t, h.Recorded(), size))
	})
}
