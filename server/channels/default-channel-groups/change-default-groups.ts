import { badRequest } from '../../../api/errors.ts'
import { findChannel } from '../../kernel/access/channel-access.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import {
  checkDefaultGroupDescription,
  checkDefaultGroupName,
  requireDefaultGroup,
  requireGroupChannels,
} from './access.ts'
import { emitDefaultGroups } from './emit-default-groups.ts'
import { deleteDefaultGroup, insertDefaultGroup, updateDefaultGroup } from './queries.ts'
import type { DefaultChannelGroup } from './record.ts'

/** Every client holds all of them. */
const MAX_DEFAULT_CHANNEL_GROUPS = 100

const ascending = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b)

export async function createDefaultGroup(
  tx: CallTx,
  wanted: { readonly name: string; readonly description: string; readonly channels: readonly string[] },
): Promise<void> {
  const { realm } = tx
  if ([...realm.records.defaultChannelGroup.values()].length >= MAX_DEFAULT_CHANNEL_GROUPS)
    throw badRequest(`An organization can have at most ${MAX_DEFAULT_CHANNEL_GROUPS} default channel groups.`)
  const name = checkDefaultGroupName(realm, wanted.name)
  const group = await insertDefaultGroup(tx.db, realm.id, {
    name,
    description: checkDefaultGroupDescription(wanted.description),
    channelIds: ascending(requireGroupChannels(tx.actor, wanted.channels, name)),
  })
  tx.record([{ put: 'defaultChannelGroup', value: group }])
  emitDefaultGroups(tx)
  audit(tx, 'default channel group created', group)
}

export async function describeDefaultGroup(
  tx: CallTx,
  id: number,
  { name, description }: { readonly name: string | undefined; readonly description: string | undefined },
): Promise<void> {
  const group = requireDefaultGroup(tx.realm, id)
  if (name === undefined && description === undefined)
    throw badRequest('You must pass "new_description" or "new_group_name".')
  if (name !== undefined && name.trim() === group.name)
    throw badRequest(`This default channel group is already named '${group.name}'`)
  await change(tx, {
    ...group,
    ...(name === undefined ? {} : { name: checkDefaultGroupName(tx.realm, name) }),
    ...(description === undefined ? {} : { description: checkDefaultGroupDescription(description) }),
  })
}

export async function removeDefaultGroup(tx: CallTx, id: number): Promise<void> {
  const group = requireDefaultGroup(tx.realm, id)
  await deleteDefaultGroup(tx.db, tx.realm.id, id)
  tx.record([{ remove: 'defaultChannelGroup', key: id }])
  emitDefaultGroups(tx)
  audit(tx, 'default channel group removed', group)
}

export async function changeGroupChannels(tx: CallTx, id: number, op: string, names: readonly string[]): Promise<void> {
  const group = requireDefaultGroup(tx.realm, id)
  if (op === 'add') await addChannels(tx, group, names)
  else if (op === 'remove') await removeChannels(tx, group, names)
  else throw badRequest('Invalid value for "op". Specify one of "add" or "remove".')
}

async function addChannels(tx: CallTx, group: DefaultChannelGroup, names: readonly string[]): Promise<void> {
  const added = requireGroupChannels(tx.actor, names, group.name)
  const present = added.find((id) => group.channelIds.includes(id))
  if (present !== undefined) {
    const { name } = tx.realm.channels.get(present)!
    throw badRequest(`Channel '${name}' is already present in default channel group '${group.name}'`)
  }
  await change(tx, { ...group, channelIds: ascending([...group.channelIds, ...added]) })
}

async function removeChannels(tx: CallTx, group: DefaultChannelGroup, names: readonly string[]): Promise<void> {
  const removed = new Set(
    names.map((name) => {
      const channel = findChannel(tx.actor, name)
      if (!channel) throw badRequest(`Invalid channel name '${name}'`)
      if (!group.channelIds.includes(channel.id))
        throw badRequest(`Channel '${channel.name}' is not present in default channel group '${group.name}'`)
      return channel.id
    }),
  )
  await change(tx, { ...group, channelIds: group.channelIds.filter((id) => !removed.has(id)) })
}

async function change(tx: CallTx, group: DefaultChannelGroup): Promise<void> {
  await updateDefaultGroup(tx.db, tx.realm.id, group)
  tx.record([{ put: 'defaultChannelGroup', value: group }])
  emitDefaultGroups(tx)
  audit(tx, 'default channel group updated', group)
}

const audit = (tx: CallTx, action: string, { id, name, description, channelIds }: DefaultChannelGroup): void =>
  tx.audit({ action, target: { kind: 'realm', id: tx.realm.id }, details: { id, name, description, channelIds } })
