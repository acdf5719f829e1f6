// Package instance keeps one running program for each configuration file: the
// first holds a lock and listens, and a second one asks it to come to the
// front.
//
// What is locked is a file of the state folder, named after the configuration
// file. It holds the address of a socket of the local machine, which no network
// reaches. The system gives the lock free when the program ends, even if it is
// killed: what such a one leaves behind is taken over.
package instance
