import * as z from 'zod'
import { endpoint, json } from '../contract.ts'
import { SavedSnippet } from '../objects/personal.ts'

const saved_snippet_id = json(z.int()).describe('The id of the snippet.')
const title = z.string().trim().min(1).max(60).describe('The title of the snippet.')
const content = z.string().trim().min(1).max(10_000).describe('The text of the snippet.')
const emits = ['saved_snippets'] as const

export const getSavedSnippets = endpoint({
  method: 'GET',
  path: '/saved_snippets',
  id: 'get-saved-snippets',
  summary: 'List your saved snippets',
  auth: 'user',
  params: {},
  result: { saved_snippets: z.array(SavedSnippet).describe('The snippets, the oldest first.') },
  errors: [],
})

export const createSavedSnippet = endpoint({
  method: 'POST',
  path: '/saved_snippets',
  id: 'create-saved-snippet',
  summary: 'Save a snippet',
  auth: 'user',
  params: { title, content },
  result: { saved_snippet_id: z.int().describe('The id of the new snippet.') },
  errors: [],
  emits,
})

export const editSavedSnippet = endpoint({
  method: 'PATCH',
  path: '/saved_snippets/{saved_snippet_id}',
  id: 'edit-saved-snippet',
  summary: 'Change a saved snippet',
  auth: 'user',
  params: { saved_snippet_id, title: title.optional(), content: content.optional() },
  result: {},
  errors: [],
  emits,
})

export const deleteSavedSnippet = endpoint({
  method: 'DELETE',
  path: '/saved_snippets/{saved_snippet_id}',
  id: 'delete-saved-snippet',
  summary: 'Delete a saved snippet',
  auth: 'user',
  params: { saved_snippet_id },
  result: {},
  errors: [],
  emits,
})
