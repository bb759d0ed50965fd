import { hash } from 'node:crypto'
import { badRequest } from '../../../api/errors.ts'
import type { KnownSend, SendKey } from './send-plan.ts'

const MAX_KEY_LENGTH = 200

/** What a client gives a message to recognize it. */
interface ClientMarks {
  readonly queueId?: string | undefined
  readonly localId?: string | undefined
  /** The Idempotency-Key header. */
  readonly idempotencyKey?: string | undefined
}

/** The name of a job: a second send with the same one sends nothing. */
interface JobMark {
  readonly job: string
}

export type RepeatMarks = ClientMarks | JobMark

/**
 * The key that identifies a repetition. Undefined if the sender gave none. The header takes precedence over queue and
 * local id, which only count together.
 */
export function sendKey(marks: RepeatMarks, content: readonly unknown[]): SendKey | undefined {
  // No digest of the content: a second try of a job may find other words, and is still the same message.
  if ('job' in marks) return { key: marks.job, digest: '', isLasting: true }
  const { idempotencyKey, queueId, localId } = marks
  if (idempotencyKey) {
    if (idempotencyKey.length > MAX_KEY_LENGTH)
      throw badRequest(`Idempotency-Key is too long (limit: ${MAX_KEY_LENGTH} characters)`)
    return { key: `idempotency ${idempotencyKey}`, digest: digestOf(content) }
  }
  if (!queueId || !localId) return undefined
  // The content is part of the key, because one local id may stand for several messages and each may be repeated.
  const digest = digestOf(content)
  const key = `local ${queueId} ${localId} ${digest}`
  return { key: key.length > MAX_KEY_LENGTH ? hash('sha256', key, 'base64') : key, digest }
}

/** The queue whose event carries the client's name for the message. */
export const localOf = (marks: RepeatMarks | undefined): { queueId: string; localId: string } | undefined =>
  marks && !('job' in marks) && marks.queueId && marks.localId
    ? { queueId: marks.queueId, localId: marks.localId }
    : undefined

const digestOf = (content: readonly unknown[]): string => hash('sha256', JSON.stringify(content), 'base64')

/** The outcome of the first send, or undefined if there was none. Throws if the key was used for another message. */
export function repeated(key: SendKey | undefined, known: KnownSend | undefined): KnownSend | undefined {
  if (!key || !known) return undefined
  if (known.digest === key.digest) return known
  throw badRequest('This Idempotency-Key was already used for another message.')
}
