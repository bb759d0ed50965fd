import * as z from 'zod'
import { SavedSnippet } from '../objects/personal.ts'
import { event, registerFields } from './base.ts'

const saved_snippet = SavedSnippet.describe('The whole snippet.')

export const SnippetAdded = event('saved_snippets', {
  op: z.literal('add').describe('A snippet was saved.'),
  saved_snippet,
})
export const SnippetUpdated = event('saved_snippets', {
  op: z.literal('update').describe('A snippet was changed.'),
  saved_snippet,
})
export const SnippetRemoved = event('saved_snippets', {
  op: z.literal('remove').describe('A snippet was deleted.'),
  saved_snippet_id: z.int().describe('The id of the deleted snippet.'),
})

export const savedSnippetsFields = registerFields('saved_snippets', {
  saved_snippets: z.array(SavedSnippet).describe('The saved snippets of the caller.'),
})
