import type { z } from 'zod'
import type { Invite } from '../../../api/objects/invite.ts'
import type { Secret } from '../../kernel/base/secret.ts'
import type { Invitation } from './invitation.ts'
import { invitationLink } from './key.ts'

/** `address`: where the organization is. */
export function presentInvitation(
  invitation: Invitation,
  { secret, address, showsLink }: { secret: Secret; address: string; showsLink: boolean },
): z.infer<typeof Invite> {
  const { email } = invitation
  const shared = {
    id: invitation.id,
    invited_by_user_id: invitation.inviterId,
    invited: invitation.invitedAt,
    expiry_date: invitation.expiresAt,
    invited_as: invitation.role,
  }
  return email === null
    ? {
        ...shared,
        ...(showsLink ? { link_url: invitationLink(address, secret.unsealKey(invitation.keySealed)) } : {}),
        is_multiuse: true,
      }
    : { ...shared, email, notify_referrer_on_join: invitation.notifiesInviter, is_multiuse: false }
}
