import { t } from '../kernel/texts.ts'
import { Icon } from '../ui/Icon.tsx'
import { allowNotifications } from './allow-notifications.ts'
import { isAsking, putOff } from './store.ts'

/** Asks once, in a place where it disturbs nobody. The browser asks only after the button was pressed. */
export const AskToNotify = () =>
  isAsking.value ? (
    <section class="banner info ask" aria-label={t('notifications.title')}>
      <Icon name="bell" size="s" />
      <span class="grow">{t('notifications.ask')}</span>
      <button type="button" class="btn sm" onClick={allowNotifications}>
        {t('notifications.allow')}
      </button>
      <button type="button" class="btn sm ghost" onClick={putOff}>
        {t('notifications.notNow')}
      </button>
    </section>
  ) : null
