import * as z from 'zod'
import { type Endpoint, isFile, type UploadedFile } from '../../api/contract.ts'
import type { Example } from '../../api/examples.ts'
import type { Outcome } from '../../client/client.ts'
import { normalize } from './normalize.ts'

/** Something that a test received and that the API page could show. */
export interface Candidate {
  readonly operation: string
  /** `success` or an error code. */
  readonly outcome: string
  readonly example: Example
}

export function candidateOf(endpoint: Endpoint, { outcome, args = {}, status, answer }: Outcome): Candidate | null {
  if (outcome === null || status === undefined || answer === undefined) return null
  // A server in trouble says nothing about the operation.
  if (status >= 500) return null
  const request = Object.fromEntries(
    Object.entries(args).flatMap(([name, value]) => {
      const schema = endpoint.params[name]
      return schema === undefined || value === undefined ? [] : [[name, textOf(schema, value)]]
    }),
  )
  const example = normalize({ request, status, answer }) as Example
  return { operation: endpoint.id, outcome, example }
}

const textOf = (schema: z.ZodType, value: unknown): string =>
  isFile(schema) ? `@${(value as UploadedFile).filename}` : String(z.encode(schema, value))

/** A reader takes in about so much. */
const READABLE = 2_000
const MAX_PARAMETERS = 4

/** Values that teach nothing: empty, a single letter, quotes or spaces around them, earlier names. */
const ODD = /^$|^[a-z]$|^\s|\s$|^"|^(stream|private)$|^9{3,}$/

/**
 * The smaller is the better example: plain text before odd characters, an answer that fits on a screen, an error of the
 * operation's own, values and lists that are not empty,
 * and then as many parameters as can be understood.
 */
function rankOf({ outcome, example }: Candidate, { errors }: Pick<Endpoint, 'errors'>): (number | string)[] {
  const text = JSON.stringify(example)
  const isOwn = outcome === 'success' || (errors as readonly string[]).includes(outcome)
  const emptyLists = Object.values(example.answer).filter((value) => Array.isArray(value) && value.length === 0)
  const odd = Object.values(example.request).filter((value) => ODD.test(value))
  return [
    isPlain(text) ? 0 : 1,
    isOwn ? 0 : outcome === 'BAD_REQUEST' ? 1 : 2,
    Math.max(text.length, READABLE),
    odd.length,
    emptyLists.length,
    -Math.min(Object.keys(example.request).length, MAX_PARAMETERS),
    text.length,
    text,
  ]
}

const isPlain = (text: string): boolean => /^[ -~]*$/.test(text) && !/<script|\\\\u|__proto__/.test(text)

/** Negative when the first is the better example. */
export function compareCandidates(one: Candidate, other: Candidate, endpoint: Pick<Endpoint, 'errors'>): number {
  const [ranks, others] = [rankOf(one, endpoint), rankOf(other, endpoint)]
  for (const [index, rank] of ranks.entries()) {
    const against = others[index]!
    if (rank !== against) return rank < against ? -1 : 1
  }
  return 0
}
