import { jobKind } from '../../kernel/log/job.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { deleteMessages } from './delete-messages.ts'
import { newestOfSender, type SentMessage } from './queries.ts'

/** Where messages of somebody are deleted. */
export interface DeletedPlaces {
  readonly publicChannels: boolean
  readonly privateChannels: boolean
  readonly direct: boolean
}

interface Deletion extends DeletedPlaces {
  readonly userId: number
  /** Messages that were sent later stay: the account may have been reactivated. Seconds. */
  readonly until: number
}

export const deletesAny = ({ publicChannels, privateChannels, direct }: DeletedPlaces): boolean =>
  publicChannels || privateChannels || direct

/** Somebody's messages are to be deleted. */
export const messagesOfUser = jobKind<Deletion>('delete-messages-of-user')

/** So many messages are deleted in one transaction. */
const MESSAGES_PER_PIECE = 200

interface Transactions {
  transact<T>(realmId: number, work: (tx: Tx) => Promise<T>): Promise<T>
}

/** Deletes the newest first, in pieces, so that nobody waits long. It may be cut short and run again. */
export async function deleteMessagesOfUser(
  context: Transactions,
  realm: RealmState,
  deletion: Deletion,
  signal: AbortSignal,
): Promise<void> {
  let isMore = true
  while (isMore) {
    signal.throwIfAborted()
    isMore = await context.transact(realm.id, (tx) => deletePiece(tx, deletion))
  }
}

/** True if there may be more. */
async function deletePiece(tx: Tx, { userId, until, ...places }: Deletion): Promise<boolean> {
  const messages = await newestOfSender(tx.db, tx.realm.id, userId, { ...places, until, most: MESSAGES_PER_PIECE })
  const byPlace = Map.groupBy(messages, ({ conv_id, topic_id }) => `${conv_id} ${topic_id ?? ''}`)
  for (const together of byPlace.values()) await deleteMessages(tx, together[0] as SentMessage, together)
  if (messages.length > 0)
    tx.audit({
      action: 'messages deleted',
      target: { kind: 'user', id: userId },
      details: { messages: messages.length, isComplete: messages.length < MESSAGES_PER_PIECE },
    })
  return messages.length === MESSAGES_PER_PIECE
}
