import { MutedUsers } from '../objects/muted-user.ts'
import { event, registerFields } from './base.ts'

export const MutedUsersChanged = event('muted_users', { muted_users: MutedUsers }).describe(
  'The list of users that the account mutes changed.',
)

export const mutedUsersFields = registerFields('muted_users', {
  muted_users: MutedUsers,
})
