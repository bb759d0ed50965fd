import { badRequest } from '../../../api/errors.ts'
import { everyone } from '../../kernel/log/audience.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { checkFolderName } from './folder-name.ts'
import { presentFolder } from './present.ts'
import { insertFolder } from './queries.ts'
import type { ChannelFolder } from './record.ts'

/** Every client holds all folders, archived ones too. */
const MAX_CHANNEL_FOLDERS = 1_000

export interface NewFolder {
  readonly name: string
  readonly description: string
  /** HTML, made before the transaction. */
  readonly renderedDescription: string
}

/** A new folder comes last. */
export async function createFolder(tx: CallTx, wanted: NewFolder): Promise<ChannelFolder> {
  const { realm, actor } = tx
  const folders = [...realm.records.channelFolder.values()]
  if (folders.length >= MAX_CHANNEL_FOLDERS)
    throw badRequest(`An organization can have at most ${MAX_CHANNEL_FOLDERS} channel folders.`)
  const folder = await insertFolder(tx.db, realm.id, {
    ...wanted,
    name: checkFolderName(realm, wanted.name),
    position: Math.max(-1, ...folders.map(({ position }) => position)) + 1,
    creatorId: actor.user.id,
    createdAt: tx.now,
  })
  tx.emit({ type: 'channel_folder', op: 'add', channel_folder: presentFolder(folder) }, everyone, {
    state: [{ put: 'channelFolder', value: folder }],
  })
  tx.audit({
    action: 'channel folder created',
    target: { kind: 'channel_folder', id: folder.id },
    details: { name: folder.name },
  })
  return folder
}
