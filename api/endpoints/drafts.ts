import * as z from 'zod'
import { endpoint, json, rowId } from '../contract.ts'
import { Draft } from '../objects/personal.ts'

/** One request may have this number of drafts. */
const MAX_DRAFTS_PER_REQUEST = 1_000

const draft_id = rowId().describe('The id of the draft.')
const emits = ['drafts'] as const

export const getDrafts = endpoint({
  method: 'GET',
  path: '/drafts',
  id: 'get-drafts',
  group: 'Drafts and scheduled messages',
  summary: 'List your drafts',
  description: 'Lists the drafts of the caller.',
  auth: 'user',
  params: {},
  result: {
    count: z.int().describe('The number of drafts.'),
    drafts: z.array(Draft).describe('The drafts, the one that was edited last at the end.'),
  },
  errors: [],
  badRequests: ['The caller has switched off the synchronization of drafts.'],
})

export const createDrafts = endpoint({
  method: 'POST',
  path: '/drafts',
  id: 'create-drafts',
  group: 'Drafts and scheduled messages',
  summary: 'Add drafts',
  description: 'Adds drafts of the caller. A user can have 1000 drafts.',
  auth: 'user',
  params: {
    drafts: json(z.array(Draft).max(MAX_DRAFTS_PER_REQUEST)).default([]).describe('The drafts. Their ids are ignored.'),
  },
  result: { ids: z.array(z.int()).describe('The ids of the new drafts, in the same order.') },
  errors: [],
  badRequests: [
    'The caller has switched off the synchronization of drafts.',
    'A draft for a channel does not have exactly one channel.',
    'A recipient does not exist.',
    'A draft is empty.',
  ],
  emits,
})

export const editDraft = endpoint({
  method: 'PATCH',
  path: '/drafts/{draft_id}',
  id: 'edit-draft',
  group: 'Drafts and scheduled messages',
  summary: 'Replace a draft',
  description: 'Replaces a draft of the caller.',
  auth: 'user',
  params: { draft_id, draft: json(Draft).describe('The whole new draft.') },
  result: {},
  errors: [],
  badRequests: [
    'The caller has switched off the synchronization of drafts.',
    'The draft does not exist (404).',
    'A recipient does not exist.',
  ],
  emits,
})

export const deleteDraft = endpoint({
  method: 'DELETE',
  path: '/drafts/{draft_id}',
  id: 'delete-draft',
  group: 'Drafts and scheduled messages',
  summary: 'Delete a draft',
  description: 'Deletes a draft of the caller.',
  auth: 'user',
  params: { draft_id },
  result: {},
  errors: [],
  badRequests: ['The caller has switched off the synchronization of drafts.', 'The draft does not exist (404).'],
  emits,
})
