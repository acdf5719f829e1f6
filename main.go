// Command sidekicks is a desktop program to talk with the AI agents on one's
// own computer over the Agent Client Protocol.
package main

func main() {}
