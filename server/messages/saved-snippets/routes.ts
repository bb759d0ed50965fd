import {
  createSavedSnippet,
  deleteSavedSnippet,
  editSavedSnippet,
  getSavedSnippets,
} from '../../../api/endpoints/saved-snippets.ts'
import { route } from '../../kernel/http/route.ts'
import { createSnippet, editSnippet, removeSnippet } from './change-snippets.ts'
import { presentSnippet } from './present.ts'
import { snippetsOf } from './queries.ts'

export const savedSnippetRoutes = {
  getSavedSnippets: route(getSavedSnippets, async ({ db, actor }) => ({
    saved_snippets: (await snippetsOf(db, actor.realm.id, actor.user.id)).map(presentSnippet),
  })),

  createSavedSnippet: route(createSavedSnippet, async (call) => ({
    saved_snippet_id: await call.transact((tx) => createSnippet(tx, call.params)),
  })),

  editSavedSnippet: route(editSavedSnippet, async (call) => {
    const { saved_snippet_id: id, ...change } = call.params
    await call.transact((tx) => editSnippet(tx, id, change))
    return {}
  }),

  deleteSavedSnippet: route(deleteSavedSnippet, async (call) => {
    await call.transact((tx) => removeSnippet(tx, call.params.saved_snippet_id))
    return {}
  }),
}
