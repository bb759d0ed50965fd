import { settingOf } from '../realm-state/user-settings.ts'
import type { StateSlice } from '../register/snapshot.ts'
import { presentDraft } from './present.ts'
import { draftsOf } from './queries.ts'

/** The draft that was edited last comes first. */
export const draftsState: StateSlice = {
  types: ['drafts'],
  take: ({ realm, user }) =>
    settingOf(user, 'enable_drafts_synchronization')
      ? async (db) => ({ drafts: (await draftsOf(db, realm.id, user.id)).map(presentDraft).reverse() })
      : { drafts: [] },
}
