import { timingSafeEqual } from 'node:crypto'
import type { Secret } from '../../../kernel/base/secret.ts'

/** Where the server tells what it sees of a request. Only who has its secret gets an answer. */
export const VISIT_PATH = '/doctor'
export const PROOF_HEADER = 'x-parley-proof'
export const WAIT_HEADER = 'x-parley-wait'
/** No longer than clients wait for events. */
export const MAX_WAIT_SECONDS = 90

/** Seconds. */
const VALID = 300

/** What the server has seen of a visit. */
export interface VisitAnswer {
  readonly host: string
  /** What has opened the connection, and whether it is a proxy that may name the client. */
  readonly peer: { readonly address: string; readonly isProxy: boolean }
  /** A proxy names the client. */
  readonly isForwarded: boolean
  /** Of the body. */
  readonly bytes: number
}

export const makeProof = (secret: Secret, now: number): string => `${now}.${secret.signLink(`doctor ${now}`)}`

export function isProof(secret: Secret, text: string, now: number): boolean {
  const [time = ''] = text.split('.')
  return Math.abs(now - Number(time)) <= VALID && isSame(makeProof(secret, Number(time)), text)
}

/** Proves that the server has the same secret. */
export const answerTo = (secret: Secret, proof: string): string => secret.signLink(`answer ${proof}`)

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
