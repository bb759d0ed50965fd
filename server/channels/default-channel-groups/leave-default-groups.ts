import type { Tx } from '../../kernel/transaction/tx.ts'
import { emitDefaultGroups } from './emit-default-groups.ts'
import { updateDefaultGroup } from './queries.ts'

/** A channel that is archived, private or for all new people is in no group that they choose. */
export async function leaveDefaultGroups(tx: Tx, channelId: number): Promise<void> {
  const groups = [...tx.realm.records.defaultChannelGroup.values()].filter(({ channelIds }) =>
    channelIds.includes(channelId),
  )
  if (groups.length === 0) return
  for (const group of groups) {
    const changed = { ...group, channelIds: group.channelIds.filter((id) => id !== channelId) }
    await updateDefaultGroup(tx.db, tx.realm.id, changed)
    tx.record([{ put: 'defaultChannelGroup', value: changed }])
  }
  emitDefaultGroups(tx)
}
