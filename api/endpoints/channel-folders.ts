import * as z from 'zod'
import { endpoint, flag, ids, json } from '../contract.ts'
import { ChannelFolder } from '../objects/realm.ts'

export const createChannelFolder = endpoint({
  method: 'POST',
  path: '/channel_folders/create',
  id: 'create-channel-folder',
  group: 'Channels',
  summary: 'Create a channel folder',
  description: 'Creates a folder that channels can be put into. Only administrators can.',
  auth: 'administrator',
  params: {
    name: z.string().describe('The name of the folder.'),
    description: z.string().describe('What the folder is for, as Markdown.'),
  },
  result: { channel_folder_id: z.int().describe('The id of the new folder.') },
  errors: [],
  badRequests: ['The name is empty, too long or taken.', 'The organization has too many folders.'],
  emits: ['channel_folder'],
})

export const getChannelFolders = endpoint({
  method: 'GET',
  path: '/channel_folders',
  id: 'get-channel-folders',
  group: 'Channels',
  summary: 'List channel folders',
  description: 'Lists the folders that channels are in, in their order.',
  auth: 'user',
  params: { include_archived: flag(false).describe('Whether archived folders are listed too.') },
  result: { channel_folders: z.array(ChannelFolder).describe('The folders in their order.') },
  errors: [],
})

export const reorderChannelFolders = endpoint({
  method: 'PATCH',
  path: '/channel_folders',
  id: 'patch-channel-folders',
  group: 'Channels',
  summary: 'Reorder channel folders',
  description: 'Puts the folders into a new order. Only administrators can.',
  auth: 'administrator',
  params: { order: json(ids()).describe('The ids of all folders, archived ones too, in their new order.') },
  result: {},
  errors: [],
  badRequests: ['The order does not name all folders.'],
  emits: ['channel_folder'],
})

export const updateChannelFolder = endpoint({
  method: 'PATCH',
  path: '/channel_folders/{channel_folder_id}',
  id: 'update-channel-folder',
  group: 'Channels',
  summary: 'Update a channel folder',
  description: 'Renames, describes, archives or restores a folder. Only administrators can.',
  auth: 'administrator',
  params: {
    channel_folder_id: json(z.int()).describe('The id of the folder.'),
    name: z.string().optional().describe('The new name.'),
    description: z.string().optional().describe('The new description, as Markdown.'),
    is_archived: json(z.boolean()).optional().describe('Whether the folder is archived. It must be empty.'),
  },
  result: {},
  errors: [],
  badRequests: [
    'The folder does not exist.',
    'The name is empty, too long or taken.',
    'The folder still contains channels.',
  ],
  emits: ['channel_folder'],
})
