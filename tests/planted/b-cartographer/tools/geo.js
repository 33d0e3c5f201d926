// a server on standard input
