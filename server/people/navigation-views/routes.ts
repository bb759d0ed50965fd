import {
  addNavigationView,
  editNavigationView,
  getNavigationViews,
  removeNavigationView,
} from '../../../api/endpoints/navigation-views.ts'
import { route } from '../../kernel/http/route.ts'
import { addView, editView, removeView } from './change-views.ts'
import { presentView } from './present.ts'
import { viewsOf } from './queries.ts'

export const navigationViewRoutes = {
  getNavigationViews: route(getNavigationViews, async ({ db, actor }) => ({
    navigation_views: (await viewsOf(db, actor.realm.id, actor.user.id)).map(presentView),
  })),

  addNavigationView: route(addNavigationView, async (call) => {
    await call.transact((tx) => addView(tx, call.params))
    return {}
  }),

  editNavigationView: route(editNavigationView, async (call) => {
    const { fragment, ...change } = call.params
    await call.transact((tx) => editView(tx, fragment, change))
    return {}
  }),

  removeNavigationView: route(removeNavigationView, async (call) => {
    await call.transact((tx) => removeView(tx, call.params.fragment))
    return {}
  }),
}
