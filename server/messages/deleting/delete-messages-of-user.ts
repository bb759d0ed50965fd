import type { Db } from '../../kernel/db/database.ts'
import { jobKind } from '../../kernel/log/job.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { RewritePlan } from '../../kernel/transaction/rewriting.ts'
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

/** The number of messages that one transaction deletes. */
const MESSAGES_PER_PIECE = 200

interface Transactions {
  transact<T>(realmId: number, work: (tx: Tx) => Promise<T>, rewriting?: RewritePlan): Promise<T>
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
    isMore = await deletePiece(context, realm, deletion)
  }
}

/** True if there may be more. Messages that were moved to another conversation meanwhile are for the next piece. */
async function deletePiece(context: Transactions, realm: RealmState, deletion: Deletion): Promise<boolean> {
  const { userId, until, ...places } = deletion
  const wanted = { ...places, until, most: MESSAGES_PER_PIECE }
  let locked: readonly number[] = []
  const conversations = async (db: Db) => {
    const found = (await newestOfSender(db, realm.id, userId, wanted)).map((message) => message.conv_id)
    locked = locked.length > 0 ? locked : [...new Set(found)]
    return locked
  }
  const work = async (tx: Tx) => {
    const found = await newestOfSender(tx.db, realm.id, userId, wanted)
    const messages = found.filter((message) => locked.includes(message.conv_id))
    const isMore = found.length === MESSAGES_PER_PIECE || messages.length < found.length
    const byPlace = Map.groupBy(messages, ({ conv_id, topic_id }) => `${conv_id} ${topic_id ?? ''}`)
    for (const together of byPlace.values()) await deleteMessages(tx, together[0] as SentMessage, together)
    if (messages.length > 0)
      tx.audit({
        action: 'messages deleted',
        target: { kind: 'user', id: userId },
        details: { messages: messages.length, isComplete: !isMore },
      })
    return isMore
  }
  return context.transact(realm.id, work, { conversations })
}
