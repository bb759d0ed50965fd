import { jobKind } from '../../kernel/log/job.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { type NoticeContext, sendDirectNotice } from '../../messages/sending/send-notice.ts'

interface Accepted {
  readonly inviterId: number
  readonly userId: number
}

/** Somebody accepted an invitation. */
export const acceptedInvitation = jobKind<Accepted>('accepted-invitation')

/** Tells the inviter, if their account is still active. */
export async function notifyInviter(
  context: NoticeContext,
  realm: RealmState,
  { inviterId, userId }: Accepted,
  jobId: string,
): Promise<void> {
  const [inviter, user] = [realm.users.get(inviterId), realm.users.get(userId)]
  if (realm.isDeactivated || !inviter?.isActive || !user) return
  const content = `@_**${user.fullName}|${user.id}** accepted your invitation to join this organization.`
  await sendDirectNotice(context, realm, { from: 'notification', to: inviterId, content, key: jobId })
}
