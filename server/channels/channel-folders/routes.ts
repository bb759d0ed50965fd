import {
  createChannelFolder,
  getChannelFolders,
  reorderChannelFolders,
  updateChannelFolder,
} from '../../../api/endpoints/channel-folders.ts'
import type { Actor } from '../../kernel/actor.ts'
import { requireRole } from '../../kernel/http/request/authentication.ts'
import { type Call, route } from '../../kernel/http/route.ts'
import { renderContent } from '../../kernel/rendering/render-content.ts'
import { checkDescription } from '../../kernel/texts/channel-name.ts'
import { createFolder } from './create-folder.ts'
import { foldersInOrder, presentFolder } from './present.ts'
import { reorderFolders } from './reorder-folders.ts'
import { updateFolder } from './update-folder.ts'

export const channelFolderRoutes = {
  getChannelFolders: route(getChannelFolders, ({ actor, params }) => {
    const folders = foldersInOrder(actor.realm).filter(({ isArchived }) => params.include_archived || !isArchived)
    return { channel_folders: folders.map(presentFolder) }
  }),

  createChannelFolder: route(createChannelFolder, async (call) => {
    const described = await withHtml(call, call.params.description)
    const folder = await call.transact((tx) => {
      requireRole(createChannelFolder.auth, tx.actor.user)
      return createFolder(tx, { name: call.params.name, ...described })
    })
    return { channel_folder_id: folder.id }
  }),

  reorderChannelFolders: route(reorderChannelFolders, async (call) => {
    await call.transact((tx) => {
      requireRole(reorderChannelFolders.auth, tx.actor.user)
      return reorderFolders(tx, call.params.order)
    })
    return {}
  }),

  updateChannelFolder: route(updateChannelFolder, async (call) => {
    const { channel_folder_id: id, name, description, is_archived: isArchived } = call.params
    const described = description === undefined ? undefined : await withHtml(call, description)
    await call.transact((tx) => {
      requireRole(updateChannelFolder.auth, tx.actor.user)
      return updateFolder(tx, id, { name, described, isArchived })
    })
    return {}
  }),
}

/** Rendered before the transaction, because other changes wait for it. */
async function withHtml(
  call: Pick<Call<typeof createChannelFolder>, 'ctx' | 'db'> & { readonly actor: Actor },
  text: string,
): Promise<{ description: string; renderedDescription: string }> {
  const description = checkDescription(text)
  const { html } = await renderContent(call, call.actor, call.ctx.siteOf(call.actor.realm), description)
  return { description, renderedDescription: html }
}
