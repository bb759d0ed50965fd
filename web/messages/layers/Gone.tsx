import { t } from '../../kernel/texts.ts'
import { Icon } from '../../ui/Icon.tsx'

/** Says in a dialog that its message is no longer there. */
export const Gone = () => (
  <div class="banner boxed" role="alert">
    <Icon name="warn" />
    <span class="grow">{t('message.gone')}</span>
  </div>
)
