import { hash } from 'node:crypto'
import { badRequest } from '../../../api/errors.ts'
import type { KnownSend, SendKey } from './send-plan.ts'

const MOST_CHARACTERS = 200

export interface RepeatMarks {
  readonly queueId: string | undefined
  readonly localId: string | undefined
  /** The header. */
  readonly idempotencyKey: string | undefined
}

/**
 * The key under which a repetition is recognised; undefined when the sender asks for no such care. The header wins over
 * queue and local id, which only count together.
 */
export function sendKey(
  { idempotencyKey, queueId, localId }: RepeatMarks,
  content: readonly unknown[],
): SendKey | undefined {
  if (idempotencyKey) {
    if (idempotencyKey.length > MOST_CHARACTERS)
      throw badRequest(`Idempotency-Key is too long (limit: ${MOST_CHARACTERS} characters)`)
    return { key: `idempotency ${idempotencyKey}`, digest: digestOf(content) }
  }
  if (!queueId || !localId) return undefined
  // One local id may stand for several messages, each of which may be repeated: the content is part of the key.
  const digest = digestOf(content)
  const key = `local ${queueId} ${localId} ${digest}`
  return { key: key.length > MOST_CHARACTERS ? hash('sha256', key, 'base64') : key, digest }
}

const digestOf = (content: readonly unknown[]): string => hash('sha256', JSON.stringify(content), 'base64')

/** The first send's outcome, nothing when there was none, or the complaint that a key was used for two messages. */
export function repeated(key: SendKey | undefined, known: KnownSend | undefined): KnownSend | undefined {
  if (!key || !known) return undefined
  if (known.digest === key.digest) return known
  throw badRequest('This Idempotency-Key was already used for another message.')
}
