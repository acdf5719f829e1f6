package widgettest

import (
	"image"
	"reflect"
)

// FocusBounds is where what has the focus stands in the window; false when
// nothing has it. Gio tells no one, so it is read out of the router.
func (h *Harness) FocusBounds() (image.Rectangle, bool) {
	router := reflect.ValueOf(&h.router).Elem()
	changes := router.FieldByName("changes")
	if changes.Len() == 0 {
		return image.Rectangle{}, false
	}
	focus := changes.Index(changes.Len() - 1).FieldByName("state").FieldByName("keyState").FieldByName("focus")
	if focus.IsNil() {
		return image.Rectangle{}, false
	}
	handler := router.FieldByName("handlers").MapIndex(focus)
	if !handler.IsValid() {
		return image.Rectangle{}, false
	}
	order := int(handler.Elem().FieldByName("key").FieldByName("dirOrder").Int())
	bounds := router.FieldByName("key").FieldByName("queue").FieldByName("dirOrder").Index(order).FieldByName("bounds")
	return image.Rectangle{Min: point(bounds.FieldByName("Min")), Max: point(bounds.FieldByName("Max"))}, true
}

func point(v reflect.Value) image.Point {
	return image.Pt(int(v.FieldByName("X").Int()), int(v.FieldByName("Y").Int()))
}
