import { ApiError } from '../../../api/errors.ts'
import { hasMetadataAccess } from '../../kernel/access/channel-access.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Group, GroupSetting } from '../../kernel/realm-state/group.ts'

/** A place where a group is in use, in the form of the API. */
type Objection =
  | { readonly type: 'subgroup'; readonly supergroup_ids: readonly number[] }
  | { readonly type: 'channel'; readonly channel_id: number; readonly settings: readonly string[] }
  | { readonly type: 'user_group'; readonly group_id: number; readonly settings: readonly string[] }
  | { readonly type: 'realm'; readonly settings: readonly string[] }

/**
 * Refuses to deactivate a group that is in use: as a subgroup, or as the value of a setting or a part of it. What is
 * deactivated or archived itself does not count.
 */
export function requireUnused(actor: Actor, { id }: Group): void {
  const { realm, user } = actor
  const channels = [...realm.channels.values()].flatMap((channel) => {
    const settings = channel.isArchived ? [] : settingsWith(id, channel.groupSettings)
    return settings.length > 0 ? [{ channel, settings }] : []
  })
  const objections: Objection[] = [
    ...groupObjections(actor, id),
    // A hidden channel prevents the deactivation too, but nobody learns of it here.
    ...channels.flatMap(({ channel, settings }): Objection[] =>
      hasMetadataAccess(realm, user, channel) ? [{ type: 'channel', channel_id: channel.id, settings }] : [],
    ),
    ...[settingsWith(id, realm.info.groupSettings)].flatMap((settings): Objection[] =>
      settings.length > 0 ? [{ type: 'realm', settings }] : [],
    ),
  ]
  if (objections.length > 0 || channels.length > 0)
    throw new ApiError('CANNOT_DEACTIVATE_GROUP_IN_USE', 'Cannot deactivate user group in use.', {
      data: { objections },
    })
}

function groupObjections({ realm }: Actor, id: number): Objection[] {
  // A group may manage itself; that does not keep it in use.
  const others = [...realm.groups.all()].filter((group) => !group.deactivated && group.id !== id)
  const supergroups = others.filter((group) => group.subgroups.includes(id)).map((group) => group.id)
  const settings = others.map((group) => ({ group_id: group.id, settings: settingsWith(id, group.settings) }))
  return [
    ...(supergroups.length > 0 ? [{ type: 'subgroup', supergroup_ids: supergroups } as const] : []),
    ...settings.filter((use) => use.settings.length > 0).map((use) => ({ type: 'user_group', ...use }) as const),
  ]
}

const settingsWith = (groupId: number, settings: Readonly<Record<string, GroupSetting>>): string[] =>
  Object.entries(settings)
    .filter(([, value]) => (typeof value === 'number' ? value === groupId : value.direct_subgroups.includes(groupId)))
    .map(([name]) => name)
