import { MutedUsers } from '../objects/muted-user.ts'
import { event } from './base.ts'

export const MutedUsersChanged = event('muted_users', { muted_users: MutedUsers }).describe(
  'The list of users that the account mutes changed.',
)
