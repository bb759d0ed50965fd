import { hash } from 'node:crypto'
import { badRequest } from '../../../api/errors.ts'
import type { KnownSend, SendKey } from './send-plan.ts'

const MOST_CHARACTERS = 200

export interface RepeatMarks {
  readonly queueId: string | undefined
  readonly localId: string | undefined
  /** The Idempotency-Key header. */
  readonly idempotencyKey: string | undefined
}

/**
 * The key that identifies a repetition. Undefined if the sender gave none. The header takes precedence over queue and
 * local id, which only count together.
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
  // The content is part of the key, because one local id may stand for several messages and each may be repeated.
  const digest = digestOf(content)
  const key = `local ${queueId} ${localId} ${digest}`
  return { key: key.length > MOST_CHARACTERS ? hash('sha256', key, 'base64') : key, digest }
}

const digestOf = (content: readonly unknown[]): string => hash('sha256', JSON.stringify(content), 'base64')

/** The outcome of the first send, or undefined if there was none. Throws if the key was used for another message. */
export function repeated(key: SendKey | undefined, known: KnownSend | undefined): KnownSend | undefined {
  if (!key || !known) return undefined
  if (known.digest === key.digest) return known
  throw badRequest('This Idempotency-Key was already used for another message.')
}
