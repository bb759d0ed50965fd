import { settingOf } from '../../kernel/realm-state/user-settings.ts'
import { type StateSlice, wantRows } from '../../kernel/register/snapshot.ts'
import { presentDraft } from './present.ts'
import { type DraftRow, selectDrafts } from './queries.ts'

/** The draft that was edited last comes first. */
export const draftsState: StateSlice = {
  types: ['drafts'],
  take: ({ realm, user }) =>
    settingOf(user, 'enable_drafts_synchronization')
      ? wantRows<DraftRow>(
          (db) => selectDrafts(db, realm.id, user.id),
          (rows) => ({ drafts: rows.map(presentDraft).reverse() }),
        )
      : { drafts: [] },
}
