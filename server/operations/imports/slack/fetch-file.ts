import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { OutgoingFailure, type OutgoingRequests } from '../../../kernel/base/outgoing-requests.ts'
import { temporaryFolder } from '../archive/temporary-folder.ts'
import type { ImportReport } from '../report.ts'

/** What an export says about a file. */
export interface FileToFetch {
  readonly address: string
  readonly where: string
  /** Content type. Empty if the export does not say. */
  readonly type: string
  readonly size: number | undefined
}

/** Fetches a file. Null if it could not be fetched, which is reported. */
export type FetchFile = (file: FileToFetch) => Promise<AsyncIterable<Uint8Array> | null>

/** Slack answers with a page to sign in when the key in an address is too old. */
const PAGE = 'text/html'
const TRIES = 3
const LONGEST_WAIT_SECONDS = 30
const MAX_FILE_BYTES = 1024 ** 3

/**
 * Fetches files from Slack through the client that reaches public addresses only. A file is on the disk before anything
 * reads it, so that a broken connection leaves no half of one.
 */
export const fetchesFiles =
  (outgoing: OutgoingRequests, report: ImportReport): FetchFile =>
  async (file) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await fetchOnce(outgoing, file)
      } catch (error) {
        if (!(error instanceof OutgoingFailure)) throw error
        if (!error.mayPass || attempt === TRIES) {
          report.skip(file.where, `it could not be fetched: ${error.message}`)
          return null
        }
        await wait(Math.min(error.retryAfter, LONGEST_WAIT_SECONDS) * 1000)
      }
    }
  }

async function fetchOnce(outgoing: OutgoingRequests, file: FileToFetch): Promise<AsyncIterable<Uint8Array>> {
  const { status, type, headers, body } = await outgoing.open(file.address)
  if (status !== 200 || (type === PAGE && file.type !== PAGE)) {
    body.destroy()
    if (status === 200) throw new OutgoingFailure('Slack asks for a sign-in', false)
    const later = Number(headers['retry-after'] ?? 1)
    throw new OutgoingFailure(`Slack answered ${status}`, status === 429 || status >= 500, later || 1)
  }
  const folder = await temporaryFolder()
  try {
    await pipeline(body, limited(file.size ?? MAX_FILE_BYTES), createWriteStream(join(folder, 'file')))
  } catch (error) {
    await rm(folder, { recursive: true })
    // A full disk is no problem of the file.
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw error
    throw error instanceof OutgoingFailure ? error : new OutgoingFailure('the connection broke', true, 1)
  }
  return readOnce(folder)
}

const limited = (most: number) =>
  async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let size = 0
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > most) throw new OutgoingFailure('it is larger than the export says', false)
      yield chunk
    }
  }

async function* readOnce(folder: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(join(folder, 'file')) as AsyncIterable<Buffer>
  } finally {
    await rm(folder, { recursive: true })
  }
}
