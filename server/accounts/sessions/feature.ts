import { feature } from '../../kernel/feature.ts'
import { task } from '../../kernel/jobs/task.ts'
import { sessionsInvariants } from './invariants.ts'
import { mailSignIn, signInMail } from './mail-sign-in.ts'
import { sessionRoutes } from './routes.ts'
import { storeSessionUse } from './store-session-use.ts'

export const sessionsFeature = feature({
  shares: ['device-name', 'end-sessions', 'start-session'],
  routes: sessionRoutes,
  tasks: [task(signInMail, (context, { realm, id, payload }) => mailSignIn(context, realm, payload, id))],
  invariants: sessionsInvariants,
  hooks: { sessionUsed: storeSessionUse },
})
