// Package widgets holds controls that could serve another program: plain data
// in, events out. They know the theme, and neither agents nor sentences.
//
// Every control is a pair in one file:
//
//   - A state, `type X struct`, kept between frames by whoever shows it and
//     used by pointer. Its zero value is ready. `Update(gtx)` is called in a
//     loop until it reports false; it returns events and calls nobody back.
//   - A style, `type XStyle struct`, made for one frame by a function that
//     takes the theme first: plain values in exported fields, which the caller
//     may change before `Layout(gtx)`.
//
// Update comes before Layout, so that what an event changes is seen in the
// same frame. No control has package variables, goroutines, files, or a
// parser in its constructor.
package widgets
