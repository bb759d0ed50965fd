import { setTimeout as sleep } from 'node:timers/promises'
import { seconds } from '../../kernel/base/clock.ts'
import type { StreamAnswer, StreamCall, StreamPage } from '../../kernel/http/pages/stream-pages.ts'
import {
  answerTo,
  isProof,
  MAX_WAIT_SECONDS,
  PROOF_HEADER,
  VISIT_PATH,
  type VisitAnswer,
  WAIT_HEADER,
} from './visit/proof.ts'

const UNKNOWN: StreamAnswer = { status: 404, headers: { connection: 'close' } }

/** Tells "parley doctor" what the server sees of a request through the public address. */
export const doctorPages: readonly StreamPage[] = [
  { path: VISIT_PATH, door: 'key', methods: ['POST'], refuse: () => UNKNOWN, answer: tellSeen },
]

async function tellSeen(call: StreamCall): Promise<StreamAnswer> {
  const { secret, clock } = call.ctx
  const proof = call.header(PROOF_HEADER) ?? ''
  if (!isProof(secret, proof, seconds(clock))) return UNKNOWN
  const bytes = await sizeOf(call.body)
  // The caller only wanted to know whether it may send them.
  if (bytes === null) return UNKNOWN
  const wait = Math.min(MAX_WAIT_SECONDS, Number(call.header(WAIT_HEADER) ?? 0))
  if (wait > 0) await sleep(wait * 1000, undefined, { ref: false })
  const isForwarded = call.header('x-forwarded-for') !== undefined
  const seen: VisitAnswer = { host: call.header('host') ?? '', peer: call.peer, isForwarded, bytes }
  return { status: 200, headers: { 'cache-control': 'no-store' }, json: { answer: answerTo(secret, proof), seen } }
}

/** Null if the caller has left before the end. */
async function sizeOf(body: AsyncIterable<Buffer>): Promise<number | null> {
  let bytes = 0
  try {
    for await (const chunk of body) bytes += chunk.length
    return bytes
  } catch {
    return null
  }
}
