import { tryNow } from '../kernel/hub.ts'
import { sendings, sendNow } from '../kernel/outbox.ts'
import { isOffline } from '../kernel/state.ts'
import { t } from '../kernel/texts.ts'
import { Icon } from '../ui/Icon.tsx'

/** Says that the server cannot be reached, and what that means for what is being written. */
export function Connection() {
  const waiting = sendings.value.filter((one) => one.messageId === null && one.refusal === null).length
  const tryAgain = () => {
    tryNow()
    sendNow()
  }
  return (
    <div role="status">
      {isOffline.value && (
        <div class="banner">
          <Icon name="wifi-off" size="s" />
          <span class="grow">
            <b>{t('offline.title')}</b> {t('offline.text', { count: waiting })}
          </span>
          <button type="button" class="btn sm" onClick={tryAgain}>
            {t('offline.now')}
          </button>
        </div>
      )}
    </div>
  )
}
