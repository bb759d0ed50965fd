import * as z from 'zod'
import { endpoint, ids, json } from '../contract.ts'
import { RealmLinkifier } from '../objects/realm.ts'

const MAX_PATTERN_LENGTH = 500
const MAX_TEMPLATE_LENGTH = 1000
const MAX_ALTERNATIVE_TEMPLATES = 20

const filter_id = json(z.int()).describe('The id of the linkifier.')

const parameters = {
  pattern: z
    .string()
    .max(MAX_PATTERN_LENGTH)
    .describe('The regular expression, in RE2 syntax. Its named groups fill the template.'),
  url_template: z.string().max(MAX_TEMPLATE_LENGTH).describe('The URI template (RFC 6570) of the address.'),
  example_input: z
    .string()
    .max(MAX_TEMPLATE_LENGTH)
    .optional()
    .describe('A text that the pattern matches. A reverse template needs one. Empty for none.'),
  reverse_template: z
    .string()
    .max(MAX_TEMPLATE_LENGTH)
    .optional()
    .describe('The text for an address, with `{name}` for each variable. It must give the example. Empty for none.'),
  alternative_url_templates: json(z.array(z.string().max(MAX_TEMPLATE_LENGTH)).max(MAX_ALTERNATIVE_TEMPLATES))
    .optional()
    .describe('More templates of addresses that can be turned into text.'),
}

export const getLinkifiers = endpoint({
  method: 'GET',
  path: '/realm/linkifiers',
  id: 'get-linkifiers',
  group: 'Organization',
  summary: 'List the linkifiers of the organization',
  description: 'Lists the linkifiers of the organization in the order in which they are tried.',
  auth: 'user',
  params: {},
  result: { linkifiers: z.array(RealmLinkifier).describe('All linkifiers, in their order.') },
  errors: [],
})

export const reorderLinkifiers = endpoint({
  method: 'PATCH',
  path: '/realm/linkifiers',
  id: 'reorder-linkifiers',
  group: 'Organization',
  summary: 'Change the order of the linkifiers',
  description: 'Changes the order of the linkifiers. Only administrators can.',
  auth: 'administrator',
  params: { ordered_linkifier_ids: json(ids()).describe('The ids of all linkifiers in their new order.') },
  result: {},
  errors: [],
  emits: ['realm_linkifiers', 'realm_filters'],
})

export const addLinkifier = endpoint({
  method: 'POST',
  path: '/realm/filters',
  id: 'add-linkifier',
  group: 'Organization',
  summary: 'Add a linkifier',
  description:
    'Adds a linkifier: a pattern whose matches in messages and topics become links. Only administrators can.',
  auth: 'administrator',
  params: parameters,
  result: { id: z.int().describe('The id of the new linkifier.') },
  errors: [],
  emits: ['realm_linkifiers', 'realm_filters'],
})

export const updateLinkifier = endpoint({
  method: 'PATCH',
  path: '/realm/filters/{filter_id}',
  id: 'update-linkifier',
  group: 'Organization',
  summary: 'Change a linkifier',
  description: 'Changes a linkifier. Only administrators can.',
  auth: 'administrator',
  params: { filter_id, ...parameters },
  result: {},
  errors: [],
  emits: ['realm_linkifiers', 'realm_filters'],
})

export const removeLinkifier = endpoint({
  method: 'DELETE',
  path: '/realm/filters/{filter_id}',
  id: 'remove-linkifier',
  group: 'Organization',
  summary: 'Remove a linkifier',
  description: 'Removes a linkifier. Messages that were sent before keep their links. Only administrators can.',
  auth: 'administrator',
  params: { filter_id },
  result: {},
  errors: [],
  emits: ['realm_linkifiers', 'realm_filters'],
})
