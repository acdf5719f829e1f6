// Package localmodel is a scripted language model for tests with real agents:
// a web server that speaks OpenAI's chat completions and responses, both
// streamed, and has no model behind it. The word after "play" in the
// person's last message names a script; a script is a list of steps, one for each time
// the agent asks the model to go on after its tools ran.
//
// Sources: https://platform.openai.com/docs/api-reference/chat-streaming and
// https://platform.openai.com/docs/api-reference/responses-streaming
package localmodel
