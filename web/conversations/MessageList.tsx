import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { FetchedMessage } from '../../api/objects/message.ts'
import type { Narrow } from '../../client/messages/narrow.ts'
import { t } from '../kernel/texts.ts'
import { dayName, isSameDay } from '../kernel/time.ts'
import { fetchNewer, fetchOlder } from '../messages/fetch-messages.ts'
import { Message } from '../messages/Message.tsx'
import { message, stretch } from '../messages/store.ts'
import { Window, type WindowControl } from '../ui/Window.tsx'
import { lookAt } from './mark-read.ts'
import { keepPosition } from './open-place.ts'
import { opened, selected } from './store.ts'

/** Messages of one person within this time stand together. */
const GROUPED_SECONDS = 600
const LOOKING = 250

const isGrouped = (one: FetchedMessage, before: FetchedMessage | undefined): boolean =>
  before !== undefined &&
  before.sender_id === one.sender_id &&
  one.timestamp - before.timestamp < GROUPED_SECONDS &&
  isSameDay(one.timestamp, before.timestamp) &&
  before.stream_id === one.stream_id &&
  before.subject === one.subject

const Day = ({ seconds }: { seconds: number }) => (
  <div class="day" role="separator" aria-label={dayName(seconds)}>
    <span aria-hidden="true">{dayName(seconds)}</span>
  </div>
)

const NewLine = () => (
  <div class="newline" role="separator" aria-label={t('conversation.new')}>
    <span class="lab" aria-hidden="true">
      {t('conversation.newCount', { count: opened.value.newCount })}
    </span>
  </div>
)

interface RowProps {
  id: number
  before: number | undefined
  position: number
}

/** Reads only the two messages that it shows something of. */
function Row({ id, before, position }: RowProps) {
  const one = message(id).value
  const previous = before === undefined ? undefined : message(before).value
  if (!one) return null
  const isNewDay = !previous || !isSameDay(previous.timestamp, one.timestamp)
  const isFirstNew = opened.value.newFrom === id
  return (
    <Message
      message={one}
      isGrouped={!isNewDay && !isFirstNew && isGrouped(one, previous)}
      isSelected={selected.value === id}
      position={position}
      before={
        (isNewDay || isFirstNew) && (
          <>
            {isNewDay && <Day seconds={one.timestamp} />}
            {isFirstNew && <NewLine />}
          </>
        )
      }
    />
  )
}

/** The messages of a place, in a window that keeps its place. */
export function MessageList({ narrow }: { narrow: Narrow }) {
  const known = stretch(narrow).value
  const control = useRef<WindowControl>(null)
  const ids = useMemo(() => known?.ids ?? [], [known?.ids])
  useEffect(() => {
    const timer = setInterval(() => {
      lookAt((control.current?.visible() ?? []).map(Number), performance.now())
    }, LOOKING)
    return () => clearInterval(timer)
  }, [])
  const { key, opening, start, status } = opened.value
  return (
    <Window
      items={ids}
      keyOf={(id) => id}
      render={(id, index) => <Row key={id} id={id} before={ids[index - 1]} position={index + 1} />}
      start={start}
      place={`${key} ${opening} ${status}`}
      control={control}
      list={{
        role: 'feed',
        'aria-label': t('conversation.messages'),
        'aria-busy': status === 'loading',
        class: 'msgs',
      }}
      onNearStart={() =>
        known && !known.isFromOldest && known.ids[0] !== undefined && void fetchOlder(narrow, known.ids[0])
      }
      onNearEnd={() => {
        const last = known?.ids.at(-1)
        if (known && !known.isToNewest && last !== undefined) void fetchNewer(narrow, last)
      }}
      onScroll={() => control.current && keepPosition(control.current.position())}
    />
  )
}
