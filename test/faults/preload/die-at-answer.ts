import { existsSync } from 'node:fs'
import { Socket } from 'node:net'

/**
 * Loaded into the server before anything else. Ends the process, as SIGKILL does, when it is about to write a text to a
 * connection. The file in FAULT_WHEN arms it. FAULT_ANSWER is a pattern for the text.
 */
const { FAULT_WHEN = '', FAULT_ANSWER = '' } = process.env
const pattern = new RegExp(FAULT_ANSWER)
const prototype = Socket.prototype as unknown as { write(...args: unknown[]): unknown }
const write = prototype.write

prototype.write = function (...args: unknown[]): unknown {
  if (pattern.test(String(args[0])) && existsSync(FAULT_WHEN)) process.kill(process.pid, 'SIGKILL')
  return write.apply(this, args)
}
