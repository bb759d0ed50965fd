import { createServer } from 'node:net'

/**
 * Loaded into the server before anything else: opens a handle that is never closed, like a connection that does not
 * end.
 */
createServer().listen(0, '127.0.0.1')
