import { t } from '../../kernel/texts.ts'
import { spokenEmoji } from '../../messages/emoji/emoji-text.ts'
import { ownId, statusOf } from '../../people/store.ts'
import { StatusEmoji } from './StatusEmoji.tsx'
import { shownEnd } from './status/shown-end.ts'
import { statusEnd } from './status/status-end.ts'

/** What somebody has said about themselves. */
export function StatusText({ id }: { id: number }) {
  const status = statusOf(id)
  if (!status?.status_text && !status?.emoji_name) return null
  const end = id === ownId() ? statusEnd.value?.at : undefined
  return (
    <p class="person-status">
      <StatusEmoji id={id} />{' '}
      <bdi>{status.status_text || <span class="sr">{spokenEmoji(status.emoji_name ?? '')}</span>}</bdi>
      {end !== undefined && <span class="mut"> {t('status.until', { time: shownEnd(end) })}</span>}
    </p>
  )
}
