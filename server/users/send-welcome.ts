import { jobKind } from '../log/job.ts'
import { type NoticeContext, sendDirectNotice } from '../messages/sending/send-notice.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import type { User } from '../realm-state/user.ts'
import type { Tx } from '../transaction/tx.ts'
import { welcomeText } from './welcome-text.ts'

/** A new account is to be welcomed. */
export const accountWelcome = jobKind<{ readonly userId: number }>('welcome-account')

/** The usual text, and then what the organization tells its new accounts. */
export async function sendWelcome(
  context: NoticeContext,
  realm: RealmState,
  userId: number,
  jobId: string,
): Promise<void> {
  const user = realm.users.get(userId)
  if (!user?.isActive || realm.isDeactivated) return
  const own = realm.info.settings.welcome_message_custom_text.trim()
  for (const [part, content] of [welcomeText(realm.info, user), own].entries())
    if (content !== '')
      await sendDirectNotice(context, realm, { from: 'welcome', to: userId, content, key: `${jobId} ${part}` })
}

const SIGNUP_TOPIC = 'signups'

/** Tells the channel that the organization has chosen for it. */
export async function sendSignupAnnouncement(tx: Tx, { id, fullName }: User): Promise<void> {
  const { realm } = tx
  const channel = realm.channels.get(realm.info.settings.signup_announcements_stream_id)
  if (!channel || channel.isArchived) return
  await tx.send({
    senderId: realm.systemBot('notification').id,
    to: { channelId: channel.id, topic: SIGNUP_TOPIC },
    content: `@_**${fullName}|${id}** joined this organization.`,
  })
}
