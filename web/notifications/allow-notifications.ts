import { showToast } from '../kernel/announce.ts'
import { showFailure } from '../kernel/failure.ts'
import { session } from '../kernel/session.ts'
import { t } from '../kernel/texts.ts'
import { isWanted, permission, readPermission } from './store.ts'

async function setWanted(enable_desktop_notifications: boolean): Promise<boolean> {
  try {
    await session.call('updateSettings', { enable_desktop_notifications })
    return true
  } catch (error) {
    showFailure(error)
    return false
  }
}

/** Asks the browser, which asks the person. */
export async function allowNotifications(): Promise<void> {
  if (permission.value === 'default') await Notification.requestPermission()
  readPermission()
  if (permission.value !== 'granted') {
    showToast(t(permission.value === 'absent' ? 'notifications.absent' : 'notifications.blocked'))
    return
  }
  if (isWanted.value || (await setWanted(true))) showToast(t('notifications.on'))
}

/** Turns notifications on, or off again. Says why if the browser blocks them. */
export async function toggleNotifications(): Promise<void> {
  readPermission()
  if (permission.value !== 'granted' || !isWanted.value) return allowNotifications()
  if (await setWanted(false)) showToast(t('notifications.off'), () => setWanted(true))
}
