import type { Db } from '../../kernel/db/database.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { RewritePlan } from '../../kernel/transaction/rewriting.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { isMessageId } from '../message-access.ts'
import { conversationsOf } from '../rewriting.ts'
import type { EditRequest } from './check-edit.ts'
import { type PreparedEdit, prepareEdit, refreshEdit } from './prepare-edit.ts'

/** How a message is edited: it locks its conversation and the one that it is moved to, and does most before the lane. */
export function editing(realm: RealmState, id: number, wanted: EditRequest): RewritePlan<PreparedEdit, CallTx> {
  const { channelId } = wanted
  const target = channelId === undefined ? undefined : realm.channels.get(channelId)
  return {
    async conversations(db: Db) {
      const own = isMessageId(id) ? await conversationsOf(db, realm.id, [id]) : []
      return target ? [...own, target.convId] : own
    },
    prepare: async ({ actor, ...before }) => (actor ? prepareEdit({ ...before, actor }, id, wanted) : undefined),
    refresh: refreshEdit,
  }
}
