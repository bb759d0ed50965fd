import { feature } from '../../kernel/feature.ts'
import { wantRows } from '../../kernel/register/snapshot.ts'
import { presentSnippet } from './present.ts'
import { type SnippetRow, selectSnippets } from './queries.ts'
import { savedSnippetRoutes } from './routes.ts'

export const savedSnippetsFeature = feature({
  routes: savedSnippetRoutes,
  state: [
    {
      types: ['saved_snippets'],
      take: ({ realm, user }) =>
        wantRows<SnippetRow>(
          (db) => selectSnippets(db, realm.id, user.id),
          (rows) => ({ saved_snippets: rows.map(presentSnippet) }),
        ),
    },
  ],
  visitorState: [{ types: ['saved_snippets'], take: () => ({ saved_snippets: [] }) }],
})
