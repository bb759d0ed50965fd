import { createHash } from 'node:crypto'
import { badRequest } from '../../api/errors.ts'
import type { KnownSend, SendKey } from './send-batch.ts'

const MOST_CHARACTERS = 200

export interface RepeatMarks {
  readonly queueId: string | undefined
  readonly localId: string | undefined
  /** The header. */
  readonly idempotencyKey: string | undefined
}

/** The key under which a repetition is recognised: the header wins over queue and local id, which only count together. */
export function sendKey(marks: RepeatMarks, content: readonly unknown[]): SendKey | undefined {
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('base64')
  if (marks.idempotencyKey !== undefined) {
    if (marks.idempotencyKey.length > MOST_CHARACTERS)
      throw badRequest(`Idempotency-Key is too long (limit: ${MOST_CHARACTERS} characters)`)
    return { key: `idempotency ${marks.idempotencyKey}`, digest }
  }
  if (!marks.queueId || !marks.localId) return undefined
  const key = `local ${marks.queueId} ${marks.localId}`
  return { key: key.length > MOST_CHARACTERS ? createHash('sha256').update(key).digest('base64') : key, digest }
}

/** The first send's outcome, nothing when this is another message, or the complaint that a key was used for two. */
export function repeated(key: SendKey | undefined, known: KnownSend | undefined): KnownSend | undefined {
  if (!key || !known) return undefined
  if (known.digest === key.digest) return known
  if (key.key.startsWith('idempotency ')) throw badRequest('This Idempotency-Key was already used for another message.')
  return undefined
}
