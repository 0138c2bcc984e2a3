//! Games by e-mail: messages written and read, both as RFC 5322 text. Nothing here knows of git, of folders, or of the
//! network; what a message does to a game is decided in `actions`.
