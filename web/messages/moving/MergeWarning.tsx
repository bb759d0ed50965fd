import { t } from '../../kernel/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { ExistingTopic } from './use-target.ts'

const rest = ({ count, isComplete }: ExistingTopic): string => {
  if (count === null) return ''
  return isComplete ? t('move.mergeCount', { count }) : t('move.mergeMany', { count })
}

interface Props {
  existing: ExistingTopic
  onPickOther: () => void
}

/** Two topics become one, which cannot be undone. */
export function MergeWarning({ existing, onPickOther }: Props) {
  const more = `${rest(existing)}. ${t('move.mergeMixed')}`
  return (
    <div class="banner boxed">
      <Icon name="merge" />
      <span class="grow">
        <b>{t('move.mergeExists')}</b>
        {more}{' '}
        <button type="button" class="as-link" onClick={onPickOther}>
          {t('move.pickOther')}
        </button>
      </span>
    </div>
  )
}
