import * as z from 'zod'
import { NavigationView } from '../objects/personal.ts'
import { event, registerFields } from './base.ts'

const fragment = z.string().describe('The address of the view.')

export const ViewAdded = event('navigation_view', {
  op: z.literal('add').describe('A view was added.'),
  navigation_view: NavigationView.describe('The new view.'),
})
export const ViewUpdated = event('navigation_view', {
  op: z.literal('update').describe('A view was changed.'),
  fragment,
  data: z
    .strictObject({
      name: z.string().nullable().optional().describe('The new name.'),
      is_pinned: z.boolean().optional().describe('Whether the view is pinned now.'),
    })
    .describe('What was changed.'),
})
export const ViewRemoved = event('navigation_view', {
  op: z.literal('remove').describe('A view was removed.'),
  fragment,
})

export const navigationViewsFields = registerFields('navigation_views', {
  navigation_views: z.array(NavigationView).describe('The views that the caller has arranged.'),
})
