import { jobKind } from '../../kernel/log/job.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import { sendDirectNotice } from '../../messages/sending/send-notice.ts'

interface Acceptance {
  readonly inviterId: number
  readonly userId: number
}

/** Somebody accepted an invitation. */
export const acceptedInvitation = jobKind<Acceptance>('accepted-invitation')

/** Tells the inviter, if their account is still active. */
export async function notifyInviter(
  context: WorkContext,
  realm: RealmState,
  { inviterId, userId }: Acceptance,
  jobId: string,
): Promise<void> {
  const [inviter, user] = [realm.users.get(inviterId), realm.users.get(userId)]
  if (realm.isDeactivated || !inviter?.isActive || !user) return
  const content = `@_**${user.fullName}|${user.id}** accepted your invitation to join this organization.`
  await sendDirectNotice(context, realm, { from: 'notification', to: inviterId, content, key: jobId })
}
