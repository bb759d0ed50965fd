import * as z from 'zod'
import { endpoint, json } from '../contract.ts'

const stream_id = json(z.int()).describe('The id of the channel.')
const group_id = json(z.int()).describe('The id of the group of channels.')
const stream_names = json(z.array(z.string()).max(1_000))
const noGroup = 'The group does not exist.'

export const addDefaultStream = endpoint({
  method: 'POST',
  path: '/default_streams',
  id: 'add-default-stream',
  group: 'Channels',
  summary: 'Add a default channel',
  description: 'Makes a channel one that new users are subscribed to. Only administrators can.',
  auth: 'administrator',
  params: { stream_id },
  result: {},
  errors: [],
  badRequests: ['The channel does not exist, is archived or is private.'],
  emits: ['default_streams', 'default_stream_groups'],
})

export const removeDefaultStream = endpoint({
  method: 'DELETE',
  path: '/default_streams',
  id: 'remove-default-stream',
  group: 'Channels',
  summary: 'Remove a default channel',
  description: 'New users are not subscribed to the channel any more. Only administrators can.',
  auth: 'administrator',
  params: { stream_id },
  result: {},
  errors: [],
  badRequests: ['The channel does not exist.'],
  emits: ['default_streams'],
})

export const createDefaultStreamGroup = endpoint({
  method: 'POST',
  path: '/default_stream_groups/create',
  id: 'create-default-stream-group',
  group: 'Channels',
  summary: 'Create a group of default channels',
  description: 'Creates a named group of channels that new users can choose. Only administrators can.',
  auth: 'administrator',
  params: {
    group_name: z.string().describe('The name of the group.'),
    description: z.string().describe('What the group is for.'),
    stream_names: stream_names.describe('The names of its channels.'),
  },
  result: {},
  errors: [],
  badRequests: [
    'The name is empty, too long or taken.',
    'A channel does not exist, is private or is for all new users.',
  ],
  emits: ['default_stream_groups'],
})

export const updateDefaultStreamGroup = endpoint({
  method: 'PATCH',
  path: '/default_stream_groups/{group_id}',
  id: 'update-default-stream-group',
  group: 'Channels',
  summary: 'Update a group of default channels',
  description: 'Renames or describes a group of channels that new users can choose. Only administrators can.',
  auth: 'administrator',
  params: {
    group_id,
    new_group_name: z.string().optional().describe('The new name.'),
    new_description: z.string().optional().describe('The new description.'),
  },
  result: {},
  errors: [],
  badRequests: [noGroup, 'The name is empty, too long or taken.', 'Neither a name nor a description is given.'],
  emits: ['default_stream_groups'],
})

export const removeDefaultStreamGroup = endpoint({
  method: 'DELETE',
  path: '/default_stream_groups/{group_id}',
  id: 'remove-default-stream-group',
  group: 'Channels',
  summary: 'Remove a group of default channels',
  description: 'Removes a group of channels that new users can choose. The channels stay. Only administrators can.',
  auth: 'administrator',
  params: { group_id },
  result: {},
  errors: [],
  badRequests: [noGroup],
  emits: ['default_stream_groups'],
})

export const updateDefaultStreamGroupStreams = endpoint({
  method: 'PATCH',
  path: '/default_stream_groups/{group_id}/streams',
  id: 'update-default-stream-group-streams',
  group: 'Channels',
  summary: 'Change channels of a default group',
  description: 'Adds channels to a group that new users can choose, or removes them. Only administrators can.',
  auth: 'administrator',
  params: {
    group_id,
    op: z.string().describe('What to do: `add` or `remove`.'),
    stream_names: stream_names.describe('The names of the channels.'),
  },
  result: {},
  errors: [],
  badRequests: [
    noGroup,
    'A channel does not exist, is private or is for all new users.',
    'A channel is in the group already, or is not in it.',
  ],
  emits: ['default_stream_groups'],
})
