import type { StateSlice } from '../register/snapshot.ts'
import { presentView } from './present.ts'
import { viewsOf } from './queries.ts'

export const navigationViewsState: StateSlice = {
  types: ['navigation_views'],
  take:
    ({ realm, user }) =>
    async (db) => ({ navigation_views: (await viewsOf(db, realm.id, user.id)).map(presentView) }),
}
