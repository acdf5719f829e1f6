// Package config is the one place that knows the configuration file: its
// format, its defaults and its faults.
//
// Everything that judges a text is pure: the computer is seen only through
// the functions of an Env. Faults are codes with arguments and ranges; their
// sentences are made in app/i18n.
package config
