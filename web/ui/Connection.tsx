import { computed } from '@preact/signals'
import { tryNow } from '../kernel/hub.ts'
import { lookForNetwork } from '../kernel/network.ts'
import { sendings, sendNow } from '../kernel/outbox.ts'
import { isSignInPutOff } from '../kernel/session.ts'
import { isOffline, refusal } from '../kernel/state.ts'
import { t } from '../kernel/texts.ts'
import { isOutdated } from '../kernel/version.ts'
import { Icon } from './Icon.tsx'

const waiting = computed(() => sendings.value.filter((one) => one.messageId === null && one.refusal === null).length)

/** What the one status region of the page says while it holds. */
export const standingStatus = computed(() => {
  if (isOffline.value) return `${t('offline.title')} ${t('offline.text', { count: waiting.value })}`
  if (isSignInPutOff.value) return t('signIn.putOff')
  return isOutdated.value ? t('version.ready') : (refusal.value ?? '')
})

function tryAgain(): void {
  tryNow()
  void lookForNetwork()
  sendNow()
}

const askAgain = (): void => {
  isSignInPutOff.value = false
}

/** Says below the header of a place that the server cannot be reached, that the session is over, or that a new version waits. */
export function Connection() {
  if (isOffline.value)
    return (
      <div class="banner">
        <Icon name="wifi-off" size="s" />
        <span class="grow">
          <b>{t('offline.title')}</b> {t('offline.text', { count: waiting.value })}
        </span>
        <button type="button" class="btn sm" onClick={tryAgain}>
          {t('offline.now')}
        </button>
      </div>
    )
  if (isSignInPutOff.value)
    return (
      <div class="banner">
        <Icon name="key" size="s" />
        <span class="grow">{t('signIn.putOff')}</span>
        <button type="button" class="btn sm" onClick={askAgain}>
          {t('signIn.title')}
        </button>
      </div>
    )
  if (isOutdated.value)
    return (
      <div class="banner info">
        <Icon name="sparkle" size="s" />
        <span class="grow">{t('version.ready')}</span>
        <button type="button" class="btn sm" onClick={() => location.reload()}>
          {t('version.reload')}
        </button>
      </div>
    )
  if (refusal.value !== null)
    return (
      <div class="banner">
        <Icon name="warn" size="s" />
        <span class="grow">{refusal.value}</span>
      </div>
    )
  return null
}
