import {
  createDrafts as createDraftsEndpoint,
  deleteDraft as deleteDraftEndpoint,
  editDraft as editDraftEndpoint,
  getDrafts,
} from '../../../api/endpoints/drafts.ts'
import { route } from '../../kernel/http/route.ts'
import { requireDraftsSynchronized } from './access.ts'
import { createDrafts, deleteDraft, editDraft } from './change-drafts.ts'
import { presentDraft } from './present.ts'
import { draftsOf } from './queries.ts'

export const draftRoutes = {
  getDrafts: route(getDrafts, async ({ db, actor }) => {
    requireDraftsSynchronized(actor)
    const drafts = (await draftsOf(db, actor.realm.id, actor.user.id)).map(presentDraft)
    return { count: drafts.length, drafts }
  }),

  createDrafts: route(createDraftsEndpoint, async (call) => ({
    ids: await call.transact((tx) => createDrafts(tx, call.params.drafts)),
  })),

  editDraft: route(editDraftEndpoint, async (call) => {
    const { draft_id: id, draft } = call.params
    await call.transact((tx) => editDraft(tx, id, draft))
    return {}
  }),

  deleteDraft: route(deleteDraftEndpoint, async (call) => {
    await call.transact((tx) => deleteDraft(tx, call.params.draft_id))
    return {}
  }),
}
