import * as z from 'zod'
import { Draft } from '../objects/personal.ts'
import { event, registerFields } from './base.ts'

export const DraftsAdded = event('drafts', {
  op: z.literal('add').describe('Drafts were created.'),
  drafts: z.array(Draft).describe('The new drafts.'),
})
export const DraftUpdated = event('drafts', {
  op: z.literal('update').describe('A draft was changed.'),
  draft: Draft.describe('The whole draft.'),
})
export const DraftRemoved = event('drafts', {
  op: z.literal('remove').describe('A draft was deleted.'),
  draft_id: z.int().describe('The id of the deleted draft.'),
})

export const draftsFields = registerFields('drafts', { drafts: z.array(Draft).describe('The drafts of the caller.') })
