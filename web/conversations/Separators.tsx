import { t } from '../kernel/texts.ts'
import { dayName, shortTime } from '../kernel/time.ts'
import { markHereRead } from './mark-here-read.ts'

/** The day, at the start of its first message. */
export const Day = ({ seconds }: { seconds: number }) => (
  <div class="day" role="separator" aria-label={dayName(seconds)}>
    <span aria-hidden="true">{dayName(seconds)}</span>
  </div>
)

interface NewLineProps {
  /** How many messages were unread. */
  count: number
  /** The time of the message before, if there is one. */
  since: number | undefined
  /** Offers to mark all as read. */
  hasAction?: boolean
}

/** The line before the first message that was unread when the place was opened. */
export const NewLine = ({ count, since, hasAction = false }: NewLineProps) => (
  <div class="newline">
    <div role="separator" aria-label={t('conversation.new')}>
      <span class="lab" aria-hidden="true">
        {since === undefined
          ? t('conversation.newCount', { count })
          : t('conversation.newSince', { count, time: shortTime(since) })}
      </span>
    </div>
    {hasAction && (
      <button type="button" tabIndex={-1} aria-keyshortcuts="Shift+J" onClick={markHereRead}>
        {t('inbox.markAll')}
        <span class="keys hide-phone" aria-hidden="true">
          <kbd>Shift</kbd>
          <kbd>J</kbd>
        </span>
      </button>
    )}
  </div>
)
