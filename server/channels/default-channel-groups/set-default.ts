import { badRequest } from '../../../api/errors.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { updateChannelRow } from '../channel/queries.ts'
import { emitDefaultChannels } from './default-channels.ts'
import { leaveDefaultGroups } from './leave-default-groups.ts'

/** Whether new people are subscribed to the channel. An event lists all such channels at once. */
export async function setDefault(tx: CallTx, channel: Channel, isDefault: boolean): Promise<Channel> {
  if (channel.isDefault === isDefault) return channel
  if (isDefault && channel.inviteOnly) throw badRequest('Private channels cannot be made default.')
  const changed = { ...channel, isDefault }
  await updateChannelRow(tx.db, tx.realm.id, changed)
  tx.record([{ put: 'channel', value: changed }])
  emitDefaultChannels(tx)
  // A channel for all new people needs no group.
  if (isDefault) await leaveDefaultGroups(tx, channel.id)
  tx.audit({
    action: isDefault ? 'channel made default' : 'channel made not default',
    target: { kind: 'channel', id: channel.id },
    details: { name: channel.name },
  })
  return changed
}
