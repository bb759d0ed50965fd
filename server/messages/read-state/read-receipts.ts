import { badRequest } from '../../../api/errors.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/database.ts'
import { sightOf } from '../../kernel/realm-state/sight.ts'
import { settingOf } from '../../kernel/realm-state/user-settings.ts'
import { findMessage } from '../message-access.ts'
import { receiversOf } from '../message-queries.ts'
import { flagRowsOf } from '../receivers.ts'

/**
 * Who has read a message. Left out are its sender, people who do not tell, people who mute each other, and people whom the
 * caller may not see.
 */
export async function readReceipts(db: Db, actor: Actor, id: number): Promise<number[]> {
  const { realm, user } = actor
  const message = await findMessage(db, actor, id)
  if (!realm.info.settings.enable_read_receipts) throw badRequest('Read receipts are disabled in this organization.')
  const muted = await mutedEitherWay(db, user.id)
  const isSeen = sightOf(realm, user)
  const candidates = [...(await receiversOf(db, realm.id, id))].filter((userId) => {
    const reader = realm.users.get(userId)
    const tells = reader?.isActive === true && settingOf(reader, 'send_read_receipts')
    return tells && isSeen(reader) && userId !== message.sender_id && !muted.has(userId)
  })
  const rows = await flagRowsOf(db, realm.id, id, candidates)
  return rows
    .filter((row) => row.is_read)
    .map((row) => row.user_id)
    .sort((a, b) => a - b)
}

/** People whom this one mutes, and people who mute this one. */
async function mutedEitherWay(db: Db, userId: number): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('mute')
    .select(['user_id', 'muted_id'])
    .where('to_seq', 'is', null)
    .where((where) => where.or([where('user_id', '=', userId), where('muted_id', '=', userId)]))
    .execute()
  return new Set(rows.map((row) => (row.user_id === userId ? row.muted_id : row.user_id)))
}
