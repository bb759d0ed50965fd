import { t } from '../kernel/texts.ts'
import { dayName, shortTime } from '../kernel/time.ts'
import { opened } from './store.ts'

/** The day, at the start of its first message. */
export const Day = ({ seconds }: { seconds: number }) => (
  <div class="day" role="separator" aria-label={dayName(seconds)}>
    <span aria-hidden="true">{dayName(seconds)}</span>
  </div>
)

/** The line before the first message that was unread when the place was opened. `since` is the time of the one before. */
export const NewLine = ({ since }: { since: number | undefined }) => (
  <div class="newline" role="separator" aria-label={t('conversation.new')}>
    <span class="lab" aria-hidden="true">
      {since === undefined
        ? t('conversation.newCount', { count: opened.value.newCount })
        : t('conversation.newSince', { count: opened.value.newCount, time: shortTime(since) })}
    </span>
  </div>
)
