import { OutgoingFailure, type OutgoingRequests } from '../../../kernel/base/outgoing-requests.ts'
import type { ImportReport } from '../report.ts'

/** Fetches a file. Null if it could not be fetched, which is reported. */
export type FetchFile = (address: string, where: string, type: string) => Promise<AsyncIterable<Uint8Array> | null>

/** Slack answers with a page to sign in when the key in an address is too old. */
const PAGE = 'text/html'

/** Fetches files from Slack through the client that reaches public addresses only. */
export const fetchesFiles =
  (outgoing: OutgoingRequests, report: ImportReport): FetchFile =>
  async (address, where, type) => {
    try {
      const reply = await outgoing.open(address)
      if (reply.status === 200 && (reply.type !== PAGE || type === PAGE)) return body(reply.body, where, report)
      reply.body.destroy()
      report.skip(where, reply.status === 200 ? 'Slack asks for a sign-in' : `Slack answered ${reply.status}`)
    } catch (error) {
      if (!(error instanceof OutgoingFailure)) throw error
      report.skip(where, error.message)
    }
    return null
  }

/** A connection that breaks leaves half of a file, which must not be kept. */
async function* body(
  stream: AsyncIterable<Uint8Array>,
  where: string,
  report: ImportReport,
): AsyncGenerator<Uint8Array> {
  try {
    yield* stream
  } catch (error) {
    report.skip(where, 'the connection broke')
    throw error
  }
}
