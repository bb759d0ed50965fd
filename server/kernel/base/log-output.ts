import { writeSync } from 'node:fs'

const BUFFERED_CHARACTERS = 8_192
const FLUSH_MILLISECONDS = 250
/** If the reader of the log is this far behind, lines are dropped to save memory and time. */
const MAX_WAITING_LENGTH = 8 * 1024 * 1024

/**
 * Standard output for a log with one line per request. Lines are written together, because a system call for each would
 * cost as much as the answer. If the reader of the log goes away, only the log is lost.
 */
export class LogOutput {
  readonly #fd: number
  #lines = ''
  #isBroken = false

  constructor(fd: number) {
    this.#fd = fd
    setInterval(() => this.flush(), FLUSH_MILLISECONDS).unref()
    process.on('exit', () => this.flush())
  }

  write(line: string): void {
    if (this.#isBroken || this.#lines.length > MAX_WAITING_LENGTH) return
    this.#lines += line
    if (this.#lines.length >= BUFFERED_CHARACTERS) this.flush()
  }

  flush(): void {
    let bytes = Buffer.from(this.#lines)
    this.#lines = ''
    try {
      while (bytes.length > 0) bytes = bytes.subarray(writeSync(this.#fd, bytes))
    } catch (error) {
      // A full pipe accepts the rest later. Other errors are permanent.
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') this.#lines = bytes.toString()
      else this.#isBroken = true
    }
  }
}
