import { event } from './base.ts'

/** Invitations were made, sent again, used or revoked. Clients that show them fetch the list again. */
export const InvitesChanged = event('invites_changed', {})
