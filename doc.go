// Package chess is under construction.
package chess
