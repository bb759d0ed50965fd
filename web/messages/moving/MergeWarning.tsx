import { t } from '../../kernel/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { Existing } from './use-target.ts'

const rest = ({ count, isComplete }: Existing): string => {
  if (count === null) return ''
  return isComplete ? t('move.mergeCount', { count }) : t('move.mergeMany', { count })
}

/** Two topics become one, which cannot be undone. */
export const MergeWarning = ({ existing }: { existing: Existing }) => (
  <div class="banner boxed" role="status">
    <Icon name="merge" />
    <span class="grow">
      <b>{t('move.mergeExists')}</b>
      {rest(existing)}. {t('move.mergeMixed')}
    </span>
  </div>
)
