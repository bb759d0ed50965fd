import { badRequest } from '../../../api/errors.ts'
import { storedSound } from './notification-sounds.ts'

const MAX_BATCHING_SECONDS = 604_800

/** Checks settings whose refusals have texts of their own. Returns them as they are stored. */
export function checkSettings<
  T extends {
    notification_sound?: string | undefined
    email_notifications_batching_period_seconds?: number | undefined
  },
>(settings: T): T {
  const { notification_sound: sound, email_notifications_batching_period_seconds: seconds } = settings
  if (seconds !== undefined && (seconds <= 0 || seconds > MAX_BATCHING_SECONDS))
    throw badRequest(`Invalid email batching period: ${seconds} seconds`)
  if (sound === undefined) return settings
  const stored = storedSound(sound)
  if (stored === undefined) throw badRequest(`Invalid notification sound '${sound}'`)
  return { ...settings, notification_sound: stored }
}
