import type { StateSlice } from '../register/snapshot.ts'
import { presentSnippet } from './present.ts'
import { snippetsOf } from './queries.ts'

export const savedSnippetsState: StateSlice = {
  types: ['saved_snippets'],
  take:
    ({ realm, user }) =>
    async (db) => ({ saved_snippets: (await snippetsOf(db, realm.id, user.id)).map(presentSnippet) }),
}
