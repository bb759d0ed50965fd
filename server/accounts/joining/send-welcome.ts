import { jobKind } from '../../kernel/log/job.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import { sendDirectNotice } from '../../messages/sending/send-notice.ts'
import { welcomeText } from './welcome-text.ts'

interface Newcomer {
  readonly userId: number
  /** Instead of the text of the organization. Jobs of earlier releases have none. */
  readonly text?: string | null
}

/** A new account is to be welcomed. */
export const accountWelcome = jobKind<Newcomer>('welcome-account')

/** The usual text, and then what the organization tells its new accounts. */
export async function sendWelcome(
  context: WorkContext,
  realm: RealmState,
  { userId, text }: Newcomer,
  jobId: string,
): Promise<void> {
  const user = realm.users.get(userId)
  if (!user?.isActive || realm.isDeactivated) return
  const own = (text ?? realm.info.settings.welcome_message_custom_text).trim()
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
