import { feature } from '../../kernel/feature.ts'
import { DAY } from '../../kernel/jobs/recurring.ts'
import { task } from '../../kernel/jobs/task.ts'
import { mailWelcome, welcomeMail } from './email/mail-welcome.ts'
import { userVariants } from './event-variants.ts'
import { settingsDefaultsState, userSettingsState, usersState, visitorSettingsState } from './initial-state.ts'
import { usersInvariants } from './invariants.ts'
import { markLongIdle } from './long-idle/mark-long-idle.ts'
import { userRoutes } from './routes.ts'
import { visitorPeopleState } from './visitor-state.ts'

export const usersFeature = feature({
  shares: [
    'api-key',
    'change-api-key',
    'change-email',
    'change-name',
    'change-role',
    'check-settings',
    'claim-imported-account',
    'create-user',
    'email/emit-invites-changed',
    'email/mail-welcome',
    'email/permitted-email',
    'email/use-up-invitations',
    'emit-change',
    'full-name',
    'queries',
    'set-password',
  ],
  routes: userRoutes,
  state: [usersState, userSettingsState, settingsDefaultsState],
  visitorState: [visitorPeopleState, visitorSettingsState, settingsDefaultsState],
  variants: userVariants,
  tasks: [task(welcomeMail, (context, { realm, id, payload }) => mailWelcome(context, realm, payload.userId, id))],
  recurring: [{ name: 'long-idle', everySeconds: DAY, run: markLongIdle }],
  invariants: usersInvariants,
})
