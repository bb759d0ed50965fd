import { changeSettings } from '../settings/change-settings.ts'
import type { Tx } from '../transaction/tx.ts'

/** Everything that leads to mail about missed messages. */
const OFF = {
  enable_offline_email_notifications: false,
  enable_followed_topic_email_notifications: false,
  enable_stream_email_notifications: false,
}

/** Stops mail about missed messages for somebody. Channels for which they chose mail themselves stay as they are. */
export async function stopMail(tx: Tx, userId: number): Promise<boolean> {
  const user = tx.realm.users.get(userId)
  if (!user?.isActive || user.isBot) return false
  await changeSettings(tx, [user], OFF)
  return true
}
