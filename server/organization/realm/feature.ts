import { feature } from '../../kernel/feature.ts'
import { realmDeletion } from './deactivate-realm.ts'
import { deleteRealm } from './delete-realm.ts'
import { realmState } from './initial-state.ts'
import { realmInvariants } from './invariants.ts'
import { realmRoutes } from './routes.ts'

export const realmFeature = feature({
  shares: ['announce-restart', 'create-system-bots', 'languages', 'queries', 'report-types', 'update-realm'],
  routes: realmRoutes,
  state: [realmState],
  visitorState: [realmState],
  tasks: [
    // Not by way of the organization in memory: when the job runs again, it may be gone.
    { name: realmDeletion.task, run: (context, { realm }, signal) => deleteRealm(context, realm, signal) },
  ],
  invariants: realmInvariants,
})
