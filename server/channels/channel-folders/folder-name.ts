import { badRequest } from '../../../api/errors.ts'
import { foldCase } from '../../../api/fold-case.ts'
import { showsNothing } from '../../kernel/base/visible-text.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { MAX_FOLDER_NAME_LENGTH, positionOfInvisible } from '../../kernel/texts/channel-name.ts'

/** Names are free among folders that are not archived. `folderId`: a folder that may have the name already. */
export function checkFolderName(realm: RealmState, text: string, folderId?: number): string {
  const name = text.trim()
  if (showsNothing(name)) throw badRequest("Channel folder name can't be empty.")
  if ([...name].length > MAX_FOLDER_NAME_LENGTH)
    throw badRequest(`name is too long (limit: ${MAX_FOLDER_NAME_LENGTH} characters)`)
  const position = positionOfInvisible(name)
  if (position > 0) throw badRequest(`Invalid character in channel folder name, at position ${position}.`)
  requireFreeFolderName(realm, name, folderId)
  return name
}

export function requireFreeFolderName(realm: RealmState, name: string, folderId?: number): void {
  const other = realm.records.channelFolder.find('name', foldCase(name))
  if (other && other.id !== folderId) throw badRequest('Channel folder name already in use')
}
