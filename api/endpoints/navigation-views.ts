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
  summary: 'List your navigation views',
  auth: 'user',
  params: {},
  result: { navigation_views: z.array(NavigationView).describe('The views, the oldest first.') },
  errors: [],
})

export const addNavigationView = endpoint({
  method: 'POST',
  path: '/navigation_views',
  id: 'add-navigation-view',
  summary: 'Add a navigation view',
  auth: 'user',
  params: { fragment, is_pinned, name },
  result: {},
  errors: [],
  emits,
})

export const editNavigationView = endpoint({
  method: 'PATCH',
  path: '/navigation_views/{fragment}',
  id: 'edit-navigation-view',
  summary: 'Change a navigation view',
  auth: 'user',
  params: { fragment, is_pinned: is_pinned.optional(), name },
  result: {},
  errors: [],
  emits,
})

export const removeNavigationView = endpoint({
  method: 'DELETE',
  path: '/navigation_views/{fragment}',
  id: 'remove-navigation-view',
  summary: 'Remove a navigation view',
  auth: 'user',
  params: { fragment },
  result: {},
  errors: [],
  emits,
})
