import { badRequest } from '../../../api/errors.ts'
import { findChannel } from '../../kernel/access/channel-access.ts'
import type { Actor } from '../../kernel/actor.ts'
import { showsNothing } from '../../kernel/base/visible-text.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { MAX_DESCRIPTION_LENGTH } from '../../kernel/texts/channel-name.ts'
import type { DefaultChannelGroup } from './record.ts'

const MAX_GROUP_NAME_LENGTH = 60

export function requireDefaultGroup(realm: RealmState, id: number): DefaultChannelGroup {
  const group = realm.records.defaultChannelGroup.get(id)
  if (!group) throw badRequest(`Default channel group with id '${id}' does not exist.`)
  return group
}

/** A name that no other group has. */
export function checkDefaultGroupName(realm: RealmState, text: string): string {
  const name = text.trim()
  if (showsNothing(name)) throw badRequest(`Invalid default channel group name '${name}'`)
  if ([...name].length > MAX_GROUP_NAME_LENGTH)
    throw badRequest(`Default channel group name too long (limit: ${MAX_GROUP_NAME_LENGTH} characters)`)
  if (realm.records.defaultChannelGroup.find('name', name))
    throw badRequest(`Default channel group '${name}' already exists`)
  return name
}

export function checkDefaultGroupDescription(text: string): string {
  if ([...text].length > MAX_DESCRIPTION_LENGTH)
    throw badRequest(`description is too long (limit: ${MAX_DESCRIPTION_LENGTH} characters)`)
  return text
}

/** The ids of active public channels that not all new people are subscribed to anyway. */
export function requireGroupChannels(actor: Actor, names: readonly string[], groupName: string): number[] {
  const ids = names.map((name) => {
    const channel = findChannel(actor, name)
    if (!channel || channel.isArchived) throw badRequest(`Invalid channel name '${name}'`)
    if (channel.inviteOnly) throw badRequest('Private channels cannot be made default.')
    if (channel.isDefault)
      throw badRequest(`'${channel.name}' is a default channel and cannot be added to '${groupName}'`)
    return channel.id
  })
  return [...new Set(ids)]
}
