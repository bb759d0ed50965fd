import { signal } from '@preact/signals'
import type * as z from 'zod'
import type { Invite } from '../../../api/objects/invite.ts'
import { session } from '../../kernel/session.ts'
import { state } from '../../kernel/state.ts'
import { isAllowed } from '../../people/groups.ts'
import { ownId } from '../../people/store.ts'

export type Invitation = z.infer<typeof Invite>

export type Role = Invitation['invited_as']

const ROLE = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const
const MEMBERS: readonly Role[] = [ROLE.member, ROLE.guest]
const DAY = 1_440

/** How many minutes an invitation is valid. Null: for ever. */
export const VALIDITIES: readonly (number | null)[] = [DAY, 3 * DAY, 7 * DAY, 30 * DAY, null]
export const USUAL_VALIDITY = 7 * DAY

export const isInviting = signal(false)

export const startInviting = (): void => {
  isInviting.value = true
}

export const stopInviting = (): void => {
  isInviting.value = false
}

const mayUse = (setting: Parameters<typeof isAllowed>[0] | undefined): boolean =>
  setting !== undefined && isAllowed(setting, ownId())

export const mayInviteByLink = (): boolean => mayUse(state.value?.realm_create_multiuse_invite_group)
export const mayInviteByEmail = (): boolean => mayUse(state.value?.realm_can_invite_users_group)
export const mayInvite = (): boolean => mayInviteByLink() || mayInviteByEmail()

/** The roles that the person may give away. */
export function grantableRoles(): readonly Role[] {
  if (state.value?.is_owner) return [ROLE.member, ROLE.guest, ROLE.moderator, ROLE.administrator, ROLE.owner]
  return state.value?.is_admin ? [ROLE.member, ROLE.guest, ROLE.moderator, ROLE.administrator] : MEMBERS
}

/** What both kinds of invitations have in common. */
export interface Terms {
  /** In minutes. */
  readonly validity: number | null
  readonly role: Role
  readonly channels: readonly number[]
}

const written = ({ validity, role, channels }: Terms) => ({
  invite_expires_in_minutes: validity,
  invite_as: role,
  stream_ids: [...channels],
})

export const createLink = async (terms: Terms): Promise<string> =>
  (await session.call('createInviteLink', written(terms))).invite_link

export const inviteByEmail = (emails: readonly string[], terms: Terms, isTold: boolean): Promise<unknown> =>
  session.call('sendInvites', {
    ...written(terms),
    invitee_emails: emails.join(','),
    notify_referrer_on_join: isTold,
  })

/** The links that people can use now. */
export const openLinks = async (): Promise<readonly Invitation[]> =>
  (await session.call('getInvites', {})).invites.filter((one) => one.is_multiuse)

export const revokeLink = (id: number): Promise<unknown> => session.call('revokeInviteLink', { invite_id: id })
