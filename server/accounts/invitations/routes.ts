import {
  createInviteLink,
  getInvites,
  resendEmailInvite,
  revokeEmailInvite,
  revokeInviteLink,
  sendInvites,
} from '../../../api/endpoints/invites.ts'
import { seconds } from '../../kernel/base/clock.ts'
import { route } from '../../kernel/http/route.ts'
import { requireMayGrant, requireMayInvite, seesLink } from './access.ts'
import { createLink } from './create-link.ts'
import type { Grants, Invitation } from './invitation.ts'
import { checkInviteeEmails, inviteByEmail } from './invite-by-email.ts'
import { readInviteeEmails } from './invitee-emails.ts'
import { invitationLink } from './key.ts'
import { listInvitations } from './list-invitations.ts'
import { presentInvitation } from './present.ts'
import { resendInvitation } from './resend-invitation.ts'
import { revokeInvitation } from './revoke-invitation.ts'

export const invitationRoutes = {
  getInvites: route(getInvites, async ({ ctx, db, actor }) => {
    const from = { secret: ctx.secret, address: ctx.addressOf(actor.realm) }
    const invitations = await listInvitations(db, actor, seconds(ctx.clock))
    const present = (invitation: Invitation) =>
      presentInvitation(invitation, { ...from, showsLink: seesLink(actor.user, invitation) })
    return { invites: invitations.map(present) }
  }),

  sendInvites: route(sendInvites, async (call) => {
    const { ctx, actor, params } = call
    const grants = grantsOf(params)
    // What can be refused is refused before the addresses are looked at.
    requireMayInvite(actor, 'can_invite_users_group')
    const emails = readInviteeEmails(params.invitee_emails)
    requireMayGrant(actor, grants)
    await checkInviteeEmails(actor.realm, emails)
    const wanted = {
      ...grants,
      emails,
      notifiesInviter: params.notify_referrer_on_join,
      validFor: validFor(params.invite_expires_in_minutes),
    }
    const { refusal } = await call.transact((tx) => inviteByEmail(tx, ctx.secret, wanted, ctx.config))
    if (refusal) throw refusal
    return {}
  }),

  createInviteLink: route(createInviteLink, async (call) => {
    const { ctx, actor, params } = call
    const wanted = { ...grantsOf(params), validFor: validFor(params.invite_expires_in_minutes) }
    const { keySealed } = await call.transact((tx) => createLink(tx, ctx.secret, wanted))
    return { invite_link: invitationLink(ctx.addressOf(actor.realm), ctx.secret.unsealKey(keySealed)) }
  }),

  revokeEmailInvite: route(revokeEmailInvite, async (call) => {
    await call.transact((tx) => revokeInvitation(tx, call.params.invite_id, 'email'))
    return {}
  }),

  revokeInviteLink: route(revokeInviteLink, async (call) => {
    await call.transact((tx) => revokeInvitation(tx, call.params.invite_id, 'link'))
    return {}
  }),

  resendEmailInvite: route(resendEmailInvite, async (call) => {
    await call.transact((tx) => resendInvitation(tx, call.params.invite_id, call.ctx.config))
    return {}
  }),
}

interface GrantParams {
  readonly invite_as: Grants['role']
  readonly stream_ids: readonly number[]
  readonly group_ids: readonly number[]
  readonly include_realm_default_subscriptions: boolean
  readonly welcome_message_custom_text?: string | null | undefined
}

const grantsOf = (params: GrantParams): Grants => ({
  role: params.invite_as,
  channelIds: [...new Set(params.stream_ids)],
  groupIds: [...new Set(params.group_ids)],
  withDefaultChannels: params.include_realm_default_subscriptions,
  welcomeText: params.welcome_message_custom_text ?? null,
})

const DEFAULT_MINUTES = 14_400

/** Seconds; null: for ever. */
const validFor = (minutes: number | null | undefined): number | null =>
  minutes === null ? null : (minutes ?? DEFAULT_MINUTES) * 60
