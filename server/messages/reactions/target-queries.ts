import type { Db } from '../../kernel/db/database.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { loadMessages, type MessageRow, receiversOf } from '../message-queries.ts'

export interface ReactionTarget {
  readonly message: MessageRow
  /** Set if history is protected. People who join later are not included. */
  readonly receivers: ReadonlySet<number> | undefined
}

/** Loads the message without any access check. */
export async function loadTarget(
  db: Db,
  realm: RealmState,
  userId: number,
  messageId: number,
): Promise<ReactionTarget | null> {
  const [message] = await loadMessages(db, realm.id, userId, [messageId])
  if (!message) return null
  return { message, receivers: isProtected(realm, message) ? await receiversOf(db, realm.id, messageId) : undefined }
}

const isProtected = (realm: RealmState, { channel_id: id }: MessageRow): boolean =>
  id !== null && realm.channels.get(id)?.historyPublic === false

/** True if messages were moved, or the channel's history became protected, since the target was read. */
export const isOutdated = (realm: RealmState, { message, receivers }: ReactionTarget, readAt: number): boolean =>
  readAt < realm.relocatedAt || (isProtected(realm, message) && receivers === undefined)
