import { createServer } from 'node:net'

/** Loaded into the server before anything else: something that nobody closes, as a connection that does not end. */
createServer().listen(0, '127.0.0.1')
