import type { Place } from '../../client/model/place.ts'
import { isGrouped } from '../conversations/rows.ts'
import { Day, NewLine } from '../conversations/Separators.tsx'
import { t } from '../kernel/texts.ts'
import { isSameDay } from '../kernel/time.ts'
import { countOf } from '../messages/counts.ts'
import { Message } from '../messages/Message.tsx'
import { message, messages, stretch } from '../messages/store.ts'
import { narrowOf } from './preview-place.ts'

/** Who wants more opens the conversation. */
const MAX_MESSAGES = 40

const isUnread = (id: number): boolean => !(messages.get(id)?.flags.includes('read') ?? true)

interface RowProps {
  id: number
  before: number | undefined
  position: number
  /** How many are unread, if this is the first of them. */
  newCount: number | undefined
}

function PreviewRow({ id, before, position, newCount }: RowProps) {
  const one = message(id).value
  const previous = before === undefined ? undefined : message(before).value
  if (!one) return null
  const isNewDay = !previous || !isSameDay(previous.timestamp, one.timestamp)
  const isFirstNew = newCount !== undefined
  return (
    <Message
      message={one}
      isGrouped={!isNewDay && !isFirstNew && isGrouped(one, previous)}
      isSelected={false}
      position={position}
      hasActions={false}
      before={
        (isNewDay || isFirstNew) && (
          <>
            {isNewDay && <Day seconds={one.timestamp} />}
            {isFirstNew && <NewLine count={newCount} since={previous?.timestamp} />}
          </>
        )
      }
    />
  )
}

/** The messages from the first unread one on, or the newest ones. */
export function PreviewMessages({ place }: { place: Place }) {
  const known = stretch(narrowOf(place)).value
  if (!known) return null
  const firstNew = known.ids.findIndex(isUnread)
  const start = firstNew < 0 ? Math.max(0, known.ids.length - MAX_MESSAGES) : firstNew
  const ids = known.ids.slice(start, start + MAX_MESSAGES)
  return (
    <div class="msgs" role="feed" aria-label={t('inbox.preview')}>
      {ids.map((id, index) => (
        <PreviewRow
          key={id}
          id={id}
          before={known.ids[start + index - 1]}
          position={index + 1}
          newCount={start + index === firstNew ? countOf(place).unread : undefined}
        />
      ))}
    </div>
  )
}
