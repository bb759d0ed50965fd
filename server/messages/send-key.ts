import { hash } from 'node:crypto'
import { badRequest } from '../../api/errors.ts'
import type { KnownSend, SendKey } from './send-batch.ts'

const MOST_CHARACTERS = 200

export interface RepeatMarks {
  readonly queueId: string | undefined
  readonly localId: string | undefined
  /** The header. */
  readonly idempotencyKey: string | undefined
}

/** The key under which a repetition is recognised; undefined when the sender asks for no such care. */
export function sendKey(marks: RepeatMarks, content: readonly unknown[]): SendKey | undefined {
  const key = keyOf(marks)
  return key === undefined ? undefined : { key, digest: hash('sha256', JSON.stringify(content), 'base64') }
}

/** The header wins over queue and local id, which only count together. */
function keyOf({ idempotencyKey, queueId, localId }: RepeatMarks): string | undefined {
  if (idempotencyKey) {
    if (idempotencyKey.length > MOST_CHARACTERS)
      throw badRequest(`Idempotency-Key is too long (limit: ${MOST_CHARACTERS} characters)`)
    return `idempotency ${idempotencyKey}`
  }
  if (!queueId || !localId) return undefined
  const key = `local ${queueId} ${localId}`
  return key.length > MOST_CHARACTERS ? hash('sha256', key, 'base64') : key
}

/** The first send's outcome, nothing when this is another message, or the complaint that a key was used for two. */
export function repeated(key: SendKey | undefined, known: KnownSend | undefined): KnownSend | undefined {
  if (!key || !known) return undefined
  if (known.digest === key.digest) return known
  if (key.key.startsWith('idempotency ')) throw badRequest('This Idempotency-Key was already used for another message.')
  return undefined
}
