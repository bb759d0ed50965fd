import * as z from 'zod'
import { ChannelFolder } from '../objects/realm.ts'
import { event, registerFields } from './base.ts'

export const FolderAdded = event('channel_folder', {
  op: z.literal('add').describe('A folder was created.'),
  channel_folder: ChannelFolder.describe('The new folder.'),
})

export const FolderUpdated = event('channel_folder', {
  op: z.literal('update').describe('A folder was changed.'),
  channel_folder_id: z.int().describe('The id of the folder.'),
  data: z
    .strictObject({
      name: z.string().optional().describe('The new name.'),
      description: z.string().optional().describe('The new description, as Markdown.'),
      rendered_description: z.string().optional().describe('The new description as HTML.'),
      is_archived: z.boolean().optional().describe('Whether the folder is archived.'),
    })
    .describe('What has changed.'),
})

export const FoldersReordered = event('channel_folder', {
  op: z.literal('reorder').describe('The folders have a new order.'),
  order: z.array(z.int()).describe('The ids of all folders in their new order.'),
})

export const channelFoldersFields = registerFields('channel_folders', {
  channel_folders: z.array(ChannelFolder).describe('The channel folders.'),
})
