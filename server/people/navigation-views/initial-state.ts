import { type StateSlice, wantRows } from '../../kernel/register/snapshot.ts'
import { presentView } from './present.ts'
import { selectViews, type ViewRow } from './queries.ts'

export const navigationViewsState: StateSlice = {
  types: ['navigation_views'],
  take: ({ realm, user }) =>
    wantRows<ViewRow>(
      (db) => selectViews(db, realm.id, user.id),
      (rows) => ({ navigation_views: rows.map(presentView) }),
    ),
}
