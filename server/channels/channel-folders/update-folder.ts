import { badRequest } from '../../../api/errors.ts'
import { everyone } from '../../kernel/log/audience.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { requireAnyFolder } from './access.ts'
import type { NewFolder } from './create-folder.ts'
import { checkFolderName, requireFreeFolderName } from './folder-name.ts'
import { updateFolderRow } from './queries.ts'
import type { ChannelFolder } from './record.ts'

export interface FolderUpdate {
  readonly name?: string | undefined
  /** The text comes with its HTML. */
  readonly described?: Omit<NewFolder, 'name'> | undefined
  readonly isArchived?: boolean | undefined
}

/** One event with everything that really changes. */
export async function updateFolder(tx: CallTx, folderId: number, update: FolderUpdate): Promise<void> {
  const { realm } = tx
  const folder = requireAnyFolder(realm, folderId)
  const isArchived = update.isArchived ?? folder.isArchived
  const changed: ChannelFolder = {
    ...folder,
    ...update.described,
    name: update.name === undefined ? folder.name : checkFolderName(realm, update.name, folder.id),
    isArchived,
  }
  if (isArchived && !folder.isArchived) requireEmpty(tx, folder)
  if (!isArchived) requireFreeFolderName(realm, changed.name, folder.id)
  const data = {
    ...(changed.name === folder.name ? {} : { name: changed.name }),
    ...(changed.description === folder.description
      ? {}
      : { description: changed.description, rendered_description: changed.renderedDescription }),
    ...(isArchived === folder.isArchived ? {} : { is_archived: isArchived }),
  }
  if (Object.keys(data).length === 0) return
  await updateFolderRow(tx.db, realm.id, changed)
  tx.emit({ type: 'channel_folder', op: 'update', channel_folder_id: folder.id, data }, everyone, {
    state: [{ put: 'channelFolder', value: changed }],
  })
  tx.audit({
    action: 'channel folder updated',
    target: { kind: 'channel_folder', id: folder.id },
    details: { before: labelsOf(folder), after: labelsOf(changed) },
  })
}

const labelsOf = ({ name, description, isArchived }: ChannelFolder) => ({ name, description, isArchived })

/** Archived channels count too: they may be restored. */
function requireEmpty({ realm }: CallTx, { id }: ChannelFolder): void {
  for (const channel of realm.channels.values())
    if (channel.folderId === id) throw badRequest('You need to remove all the channels from this folder to archive it.')
}
