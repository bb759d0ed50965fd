import { t } from '../kernel/texts.ts'
import { dayName } from '../kernel/time.ts'
import { opened } from './store.ts'

/** The day, at the start of its first message. */
export const Day = ({ seconds }: { seconds: number }) => (
  <div class="day" role="separator" aria-label={dayName(seconds)}>
    <span aria-hidden="true">{dayName(seconds)}</span>
  </div>
)

/** The line before the first message that was unread when the place was opened. */
export const NewLine = () => (
  <div class="newline" role="separator" aria-label={t('conversation.new')}>
    <span class="lab" aria-hidden="true">
      {t('conversation.newCount', { count: opened.value.newCount })}
    </span>
  </div>
)
