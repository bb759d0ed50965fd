import { badRequest } from '../../../api/errors.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { ChannelFolder } from './record.ts'

const invalidFolder = () => badRequest('Invalid channel folder ID')

/** A folder, also an archived one. */
export function requireAnyFolder(realm: RealmState, id: number): ChannelFolder {
  const folder = realm.records.channelFolder.get(id)
  if (!folder) throw invalidFolder()
  return folder
}

/** A folder that channels can be put into. */
export function requireFolder(realm: RealmState, id: number): ChannelFolder {
  const folder = requireAnyFolder(realm, id)
  if (folder.isArchived) throw invalidFolder()
  return folder
}
