import type { Tx } from '../../kernel/transaction/tx.ts'
import { changeSettings } from '../../people/settings/change-settings.ts'
import type { MailKind } from './unsubscribe-link.ts'

/** Everything that leads to mail of a kind. */
const OFF = {
  missed: {
    enable_offline_email_notifications: false,
    enable_followed_topic_email_notifications: false,
    enable_stream_email_notifications: false,
  },
  digest: { enable_digest_emails: false },
} as const

/** Stops mail of a kind for somebody. Channels for which they chose mail themselves stay as they are. */
export async function stopMail(tx: Tx, userId: number, kind: MailKind): Promise<boolean> {
  const user = tx.realm.users.get(userId)
  if (!user?.isActive || user.isBot) return false
  await changeSettings(tx, [user], OFF[kind])
  return true
}
