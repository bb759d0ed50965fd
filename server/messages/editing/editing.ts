import type { Db } from '../../kernel/db/database.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { Rewriting } from '../../kernel/transaction/rewriting.ts'
import { isMessageId } from '../message-access.ts'
import { conversationsOf } from '../rewriting.ts'
import type { WantedEdit } from './check-edit.ts'

/** The conversation of the message and the one that it is moved to. */
export function editing(realm: RealmState, id: number, { channelId }: WantedEdit): Rewriting {
  const target = channelId === undefined ? undefined : realm.channels.get(channelId)
  const conversations = async (db: Db) => {
    const own = isMessageId(id) ? await conversationsOf(db, realm.id, [id]) : []
    return target ? [...own, target.convId] : own
  }
  return { conversations }
}
