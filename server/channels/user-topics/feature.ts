import { feature } from '../../kernel/feature.ts'
import { task } from '../../kernel/jobs/task.ts'
import { userTopicVariants } from './event-variants.ts'
import { followJobs, followWhereMentioned, mentionedFollowers } from './follow-where-mentioned.ts'
import { mutedTopicsState, userTopicsState } from './initial-state.ts'
import { userTopicsInvariants } from './invariants.ts'
import { userTopicRoutes } from './routes.ts'

export const userTopicsFeature = feature({
  shares: ['access', 'follow-where-mentioned', 'move-policies', 'participate', 'policy', 'queries', 'visibility-sql'],
  routes: userTopicRoutes,
  state: [userTopicsState, mutedTopicsState],
  visitorState: [
    { types: ['user_topic'], take: () => ({ user_topics: [] }) },
    { types: ['muted_topics'], take: () => ({ muted_topics: [] }) },
  ],
  variants: userTopicVariants,
  tasks: [task(mentionedFollowers, (context, { realm, payload }) => followWhereMentioned(context, realm, payload))],
  messageJobs: [followJobs],
  invariants: userTopicsInvariants,
})
