import type { NavigationView } from '../../../api/objects/personal.ts'
import type { ViewRow } from './queries.ts'

export const presentView = (row: ViewRow): NavigationView => ({
  fragment: row.fragment,
  is_pinned: row.is_pinned,
  name: row.name,
})
