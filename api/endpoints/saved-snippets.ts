import * as z from 'zod'
import { endpoint, rowId } from '../contract.ts'
import { SavedSnippet } from '../objects/personal.ts'

const saved_snippet_id = rowId().describe('The id of the snippet.')
const title = z.string().trim().min(1).max(60).describe('The title of the snippet.')
const content = z.string().trim().min(1).max(10_000).describe('The text of the snippet.')
const emits = ['saved_snippets'] as const

export const getSavedSnippets = endpoint({
  method: 'GET',
  path: '/saved_snippets',
  id: 'get-saved-snippets',
  group: 'Drafts and scheduled messages',
  summary: 'List your saved snippets',
  description: 'Lists the texts that the caller saved to use again.',
  auth: 'user',
  params: {},
  result: { saved_snippets: z.array(SavedSnippet).describe('The snippets, the oldest first.') },
  errors: [],
})

export const createSavedSnippet = endpoint({
  method: 'POST',
  path: '/saved_snippets',
  id: 'create-saved-snippet',
  group: 'Drafts and scheduled messages',
  summary: 'Save a snippet',
  description: 'Saves a text for later use. A user can have 1000 snippets.',
  auth: 'user',
  params: { title, content },
  result: { saved_snippet_id: z.int().describe('The id of the new snippet.') },
  errors: [],
  badRequests: ['The title or the text is blank or too long.'],
  emits,
})

export const editSavedSnippet = endpoint({
  method: 'PATCH',
  path: '/saved_snippets/{saved_snippet_id}',
  id: 'edit-saved-snippet',
  group: 'Drafts and scheduled messages',
  summary: 'Change a saved snippet',
  description: 'Changes the title or the text of a snippet of the caller.',
  auth: 'user',
  params: { saved_snippet_id, title: title.optional(), content: content.optional() },
  result: {},
  errors: [],
  badRequests: ['The snippet does not exist (404).', 'The title or the text is blank or too long.'],
  emits,
})

export const deleteSavedSnippet = endpoint({
  method: 'DELETE',
  path: '/saved_snippets/{saved_snippet_id}',
  id: 'delete-saved-snippet',
  group: 'Drafts and scheduled messages',
  summary: 'Delete a saved snippet',
  description: 'Deletes a snippet of the caller.',
  auth: 'user',
  params: { saved_snippet_id },
  result: {},
  errors: [],
  badRequests: ['The snippet does not exist (404).'],
  emits,
})
