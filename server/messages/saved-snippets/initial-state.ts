import { type StateSlice, wantRows } from '../../kernel/register/snapshot.ts'
import { presentSnippet } from './present.ts'
import { type SnippetRow, selectSnippets } from './queries.ts'

export const savedSnippetsState: StateSlice = {
  types: ['saved_snippets'],
  take: ({ realm, user }) =>
    wantRows<SnippetRow>(
      (db) => selectSnippets(db, realm.id, user.id),
      (rows) => ({ saved_snippets: rows.map(presentSnippet) }),
    ),
}
