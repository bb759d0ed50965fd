import * as z from 'zod'
import { endpoint, json } from '../contract.ts'

const MAX_PLAYGROUND_NAME_LENGTH = 100
const MAX_LANGUAGE_LENGTH = 40
const MAX_TEMPLATE_LENGTH = 1000

export const addCodePlayground = endpoint({
  method: 'POST',
  path: '/realm/playgrounds',
  id: 'add-code-playground',
  group: 'Organization',
  summary: 'Add a code playground',
  description: 'Adds a playground in which code blocks of a language can be opened. Only administrators can.',
  auth: 'administrator',
  params: {
    name: z.string().max(MAX_PLAYGROUND_NAME_LENGTH).describe('The name that people see.'),
    pygments_language: z
      .string()
      .max(MAX_LANGUAGE_LENGTH)
      .describe('The language of the code blocks that it is offered for.'),
    url_template: z
      .string()
      .max(MAX_TEMPLATE_LENGTH)
      .describe('The URI template (RFC 6570) of its address. Its only variable is `code`.'),
  },
  result: { id: z.int().describe('The id of the new playground.') },
  errors: [],
  emits: ['realm_playgrounds'],
})

export const removeCodePlayground = endpoint({
  method: 'DELETE',
  path: '/realm/playgrounds/{playground_id}',
  id: 'remove-code-playground',
  group: 'Organization',
  summary: 'Remove a code playground',
  description: 'Removes a playground. Only administrators can.',
  auth: 'administrator',
  params: { playground_id: json(z.int()).describe('The id of the playground.') },
  result: {},
  errors: [],
  emits: ['realm_playgrounds'],
})
