import { webPublicChannels } from '../../kernel/access/visitors.ts'
import type { StateSlice, VisitorRequest } from '../../kernel/register/snapshot.ts'
import { foldersInOrder, presentFolder } from './present.ts'

export const foldersState: StateSlice = {
  types: ['channel_folders'],
  take: ({ realm }) => ({ channel_folders: foldersInOrder(realm).map(presentFolder) }),
}

/** Visitors see the folders of channels that they see. */
export const visitorFoldersState: StateSlice<VisitorRequest> = {
  types: ['channel_folders'],
  take({ realm }) {
    const used = new Set(webPublicChannels(realm).map(({ folderId }) => folderId))
    const folders = foldersInOrder(realm).filter(({ id }) => used.has(id))
    return { channel_folders: folders.map(presentFolder) }
  },
}
