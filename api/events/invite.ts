import { event } from './base.ts'

export const InvitesChanged = event('invites_changed', {}).describe(
  'Invitations were made, sent again, used or revoked. Clients that show them fetch the list again.',
)
