import type { DefaultChannelGroup as GroupObject } from '../../../api/objects/realm.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { isGuest, type User } from '../../kernel/realm-state/user.ts'
import type { DefaultChannelGroup } from './record.ts'

const present = ({ id, name, description, channelIds }: DefaultChannelGroup): GroupObject => ({
  id,
  name,
  description,
  streams: [...channelIds],
})

export const presentDefaultGroups = (realm: RealmState): GroupObject[] =>
  [...realm.records.defaultChannelGroup.values()].sort((a, b) => a.id - b.id).map(present)

/** Returns them as somebody sees them. */
export const defaultGroupsFor = (realm: RealmState, viewer: User): GroupObject[] =>
  isGuest(viewer) ? [] : presentDefaultGroups(realm)
