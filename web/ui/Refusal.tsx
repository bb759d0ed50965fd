import { t } from '../kernel/texts.ts'
import { Icon } from './Icon.tsx'

interface Props {
  /** Nothing is shown without one. */
  reason: string | null | undefined
  onRetry?: () => void
}

/** Why something was not done, and the way to try again. */
export const Refusal = ({ reason, onRetry }: Props) =>
  reason ? (
    <div class="fail" role="alert">
      <Icon name="warn" size="s" />
      <span>{reason}</span>
      {onRetry && (
        <button type="button" class="btn sm" onClick={onRetry}>
          {t('retry')}
        </button>
      )}
    </div>
  ) : null
