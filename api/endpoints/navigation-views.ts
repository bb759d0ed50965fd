import * as z from 'zod'
import { endpoint, json } from '../contract.ts'
import { NavigationView } from '../objects/personal.ts'

const fragment = z.string().min(1).max(500).describe('The address of the view: the part of a link after `#`.')
const is_pinned = json(z.boolean()).describe('Whether the view is pinned in the sidebar.')
const name = z.string().trim().min(1).max(100).optional().describe('The name of the view. Built-in views have none.')
const emits = ['navigation_view'] as const

export const getNavigationViews = endpoint({
  method: 'GET',
  path: '/navigation_views',
  id: 'get-navigation-views',
  group: 'Settings',
  summary: 'List your navigation views',
  description: 'Lists the views that the caller added to their sidebar.',
  auth: 'user',
  params: {},
  result: { navigation_views: z.array(NavigationView).describe('The views, the oldest first.') },
  errors: [],
})

export const addNavigationView = endpoint({
  method: 'POST',
  path: '/navigation_views',
  id: 'add-navigation-view',
  group: 'Settings',
  summary: 'Add a navigation view',
  description: 'Adds a view to the sidebar of the caller. A user can have 1000 views.',
  auth: 'user',
  params: { fragment, is_pinned, name },
  result: {},
  errors: [],
  badRequests: ['The view or its name exists already.', 'A built-in view has a name, or another view has none.'],
  emits,
})

export const editNavigationView = endpoint({
  method: 'PATCH',
  path: '/navigation_views/{fragment}',
  takesRestOfPath: true,
  id: 'edit-navigation-view',
  group: 'Settings',
  summary: 'Change a navigation view',
  description: 'Renames or pins a view of the caller.',
  auth: 'user',
  params: { fragment, is_pinned: is_pinned.optional(), name },
  result: {},
  errors: [],
  badRequests: ['The view does not exist (404).', 'The name exists already, or the view is built in.'],
  emits,
})

export const removeNavigationView = endpoint({
  method: 'DELETE',
  path: '/navigation_views/{fragment}',
  takesRestOfPath: true,
  id: 'remove-navigation-view',
  group: 'Settings',
  summary: 'Remove a navigation view',
  description: 'Removes a view from the sidebar of the caller.',
  auth: 'user',
  params: { fragment },
  result: {},
  errors: [],
  badRequests: ['The view does not exist (404).'],
  emits,
})
