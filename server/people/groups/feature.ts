import { feature } from '../../kernel/feature.ts'
import { MINUTE } from '../../kernel/jobs/recurring.ts'
import { task } from '../../kernel/jobs/task.ts'
import { groupVariants } from './event-variants.ts'
import { announceFullMembers } from './full-members/announce-full-members.ts'
import { groupsState } from './initial-state.ts'
import { groupsInvariants } from './invariants.ts'
import { groupRoutes } from './routes.ts'
import { groupNotices, sendGroupNotices } from './send-group-notices.ts'

export const groupsFeature = feature({
  shares: ['access', 'change-members', 'full-members/announce-full-members', 'group-name', 'member-events'],
  routes: groupRoutes,
  state: [groupsState],
  visitorState: [groupsState],
  variants: groupVariants,
  tasks: [
    task(groupNotices, (context, { realm, id, payload, signal }) =>
      sendGroupNotices(context, realm, payload, id, signal),
    ),
  ],
  recurring: [{ name: 'full-members', everySeconds: 10 * MINUTE, run: announceFullMembers }],
  invariants: groupsInvariants,
})
