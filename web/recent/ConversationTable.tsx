import type { Signal } from '@preact/signals'
import { useRef, useState } from 'preact/hooks'
import { type Place, placeKey } from '../../client/model/place.ts'
import { toggleFollowed, toggleQuiet } from '../conversations/topic-policy.ts'
import { t } from '../kernel/texts.ts'
import { markPlaceRead } from '../messages/mark-place-read.ts'
import { Icon } from '../ui/Icon.tsx'
import { type RowKey, rowOf, useRows } from '../ui/use-rows.ts'
import { ConversationRow } from './ConversationRow.tsx'

interface Props {
  name: string
  places: readonly Place[]
  /** Rows of several channels stand together. */
  isMixed?: boolean
  current: Signal<string | null>
  /** The last row is near, and there may be more. */
  onNearEnd?: () => void
}

/** The number of rows that are added when the end of those in the document is near. */
const STEP = 100
const NEAR = 1_200

/** While the pointer is over the rows their order stays, and what is new comes last. */
function useStillOrder(places: readonly Place[], isHeld: boolean): readonly Place[] {
  const last = useRef<readonly Place[]>(places)
  if (isHeld) {
    const wanted = new Map(places.map((one) => [placeKey(one), one]))
    const kept = last.current.filter((one) => wanted.delete(placeKey(one)))
    last.current = [...kept, ...wanted.values()]
  } else last.current = places
  return last.current
}

/**
 * The table of the lists of conversations. Nothing becomes read by looking at it. Cells hold more than the names of their
 * columns say; the style sheet shows words for that beside the names.
 */
export function ConversationTable({ name, places, isMixed = false, current, onNearEnd }: Props) {
  const body = useRef<HTMLTableSectionElement>(null)
  const shown = useRef<readonly Place[]>([])
  const [count, setCount] = useState(STEP)
  const [isHeld, setHeld] = useState(false)
  shown.current = useStillOrder(places, isHeld)
  const on =
    (act: (place: Place) => unknown): RowKey['run'] =>
    (key) => {
      const place = shown.current.find((one) => placeKey(one) === key)
      return place ? act(place) : false
    }
  useRows(body, current, [
    { keys: ['e'], run: on(markPlaceRead) },
    { keys: ['f'], run: on(toggleFollowed) },
    { keys: ['Shift+M'], run: on(toggleQuiet) },
  ])
  const onScroll = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: { currentTarget: HTMLElement }) => {
    if (scrollHeight - scrollTop - clientHeight > NEAR) return
    if (count < places.length) setCount(count + STEP)
    else onNearEnd?.()
  }
  const first = shown.current.some((one) => placeKey(one) === current.value)
    ? current.value
    : shown.current[0] && placeKey(shown.current[0])
  return (
    <div class="scroll" data-region onScroll={onScroll}>
      <table class="tbl list" aria-label={name}>
        <thead>
          <tr>
            <th scope="col" aria-label={t('table.conversation')}>
              <div class={isMixed ? 'mixed' : ''} data-beside={isMixed ? t('recent.where') : undefined}>
                {t('table.conversation')}
              </div>
            </th>
            <th scope="col" class="hide-phone">
              {t('table.people')}
            </th>
            <th scope="col" class="num when" aria-label={t('table.latest')} aria-sort="descending">
              <div data-beside={t('recent.filter.unread')}>
                <Icon name="arrow-d" size="xs" />
                {t('table.latest')}
              </div>
            </th>
          </tr>
        </thead>
        <tbody
          ref={body}
          onPointerMove={({ pointerType }) => pointerType === 'mouse' && setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocusIn={({ target }) => {
            current.value = rowOf(target) ?? current.peek()
          }}
        >
          {shown.current.slice(0, count).map((place) => (
            <ConversationRow
              key={placeKey(place)}
              place={place}
              isMixed={isMixed}
              isTabStop={placeKey(place) === first}
              isCurrent={placeKey(place) === current.value}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}
