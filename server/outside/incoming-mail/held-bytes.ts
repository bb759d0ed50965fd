import type { SMTPServerDataStream } from 'smtp-server'
import { MailRefusal, tryAgain } from './refusal.ts'

/** The limit counts all mails in memory together. Connections that send nothing take no room. */
const MAX_HELD_BYTES = 250 * 1_048_576

/** Mails that arrive or are processed. */
export class HeldBytes {
  #held = 0

  /**
   * Runs the work with a mail. Reads everything, because the sender waits for an answer until its mail is sent, but keeps
   * nothing that is too large.
   */
  async withMail<T>(
    stream: SMTPServerDataStream,
    heard: () => void,
    work: (source: Uint8Array) => Promise<T>,
  ): Promise<T> {
    let chunks: Buffer[] = []
    let size = 0
    let isCrowded = false
    const release = () => {
      chunks = []
      this.#held -= size
      size = 0
    }
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        heard()
        if (this.#held + chunk.length > MAX_HELD_BYTES) isCrowded = true
        if (stream.sizeExceeded || isCrowded) release()
        else {
          chunks.push(chunk)
          size += chunk.length
          this.#held += chunk.length
        }
      }
      if (stream.sizeExceeded) throw new MailRefusal(552, 'The mail is too large')
      if (isCrowded) throw tryAgain()
      return await work(Buffer.concat(chunks))
    } finally {
      release()
    }
  }
}
