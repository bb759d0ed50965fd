import * as z from 'zod'
import { endpoint, json } from '../contract.ts'
import { Draft } from '../objects/personal.ts'

/** In one request. */
const MOST_DRAFTS = 1_000

const draft_id = json(z.int()).describe('The id of the draft.')
const emits = ['drafts'] as const

export const getDrafts = endpoint({
  method: 'GET',
  path: '/drafts',
  id: 'get-drafts',
  summary: 'List your drafts',
  auth: 'user',
  params: {},
  result: {
    count: z.int().describe('The number of drafts.'),
    drafts: z.array(Draft).describe('The drafts, the one that was edited last at the end.'),
  },
  errors: [],
})

export const createDrafts = endpoint({
  method: 'POST',
  path: '/drafts',
  id: 'create-drafts',
  summary: 'Add drafts',
  auth: 'user',
  params: {
    drafts: json(z.array(Draft).max(MOST_DRAFTS)).default([]).describe('The drafts. Their ids are ignored.'),
  },
  result: { ids: z.array(z.int()).describe('The ids of the new drafts, in the same order.') },
  errors: [],
  emits,
})

export const editDraft = endpoint({
  method: 'PATCH',
  path: '/drafts/{draft_id}',
  id: 'edit-draft',
  summary: 'Replace a draft',
  auth: 'user',
  params: { draft_id, draft: json(Draft).describe('The whole new draft.') },
  result: {},
  errors: [],
  emits,
})

export const deleteDraft = endpoint({
  method: 'DELETE',
  path: '/drafts/{draft_id}',
  id: 'delete-draft',
  summary: 'Delete a draft',
  auth: 'user',
  params: { draft_id },
  result: {},
  errors: [],
  emits,
})
