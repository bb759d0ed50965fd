import type { ComponentChildren, RefObject } from 'preact'
import { useState } from 'preact/hooks'
import type { Stretch } from '../../client/messages/stretch.ts'
import { t } from '../kernel/texts.ts'
import type { FetchSide } from '../messages/fetch-messages.ts'
import { Window, type WindowControl, type WindowProps } from '../ui/window/Window.tsx'
import { LoadingRows } from './LoadingRows.tsx'
import { enterByTab, leaveByEscape, leaveByTab } from './one-tab-stop.ts'
import { selected } from './store.ts'

interface Props
  extends Pick<WindowProps<number>, 'render' | 'start' | 'place' | 'followsEnd' | 'isWhole' | 'onScroll'> {
  label: string
  ids: readonly number[]
  control: RefObject<WindowControl | null>
  /** What is known of these messages. */
  known: Stretch | undefined
  /** The first of them are still fetched. */
  isLoading: boolean
  /** They have come, so more may be fetched. */
  isReady: boolean
  fetchMore: (side: FetchSide, end: number) => Promise<unknown>
  isNewestFirst?: boolean
  class?: string
  /** Lies over the list. */
  children?: ComponentChildren
}

/** A list of messages that fetches more of them before the reader comes to an end. It is one tab stop. */
export function MessageFeed({
  label,
  ids,
  known,
  isLoading,
  isReady,
  fetchMore,
  isNewestFirst = false,
  class: name = '',
  children,
  ...window
}: Props) {
  const [trouble, setTrouble] = useState<FetchSide | null>(null)
  const [above, below] = isNewestFirst ? (['newer', 'older'] as const) : (['older', 'newer'] as const)
  const load = (side: FetchSide) => {
    const end = side === 'older' ? known?.ids[0] : known?.ids.at(-1)
    const isComplete = side === 'older' ? known?.isFromOldest : known?.isToNewest
    if (!isReady || isComplete !== false || end === undefined || trouble === side) return
    fetchMore(side, end).then(
      () => setTrouble(null),
      () => setTrouble(side),
    )
  }
  const again = (side: FetchSide) =>
    trouble === side && (
      <button type="button" class="btn sm load-again" onClick={() => setTrouble(null)}>
        {t('retry')}
      </button>
    )
  return (
    <div class={`msg-list ${name}`} data-region>
      {again(above)}
      {isLoading && ids.length === 0 && <LoadingRows />}
      <Window
        {...window}
        items={ids}
        keyOf={(id) => id}
        list={{
          role: 'feed',
          'aria-label': label,
          'aria-busy': isLoading,
          class: 'msgs',
          onKeyDown: (event) => {
            leaveByTab(event)
            leaveByEscape(event)
          },
          onFocusIn: (event) => {
            enterByTab(event)
            const article = document.activeElement?.closest<HTMLElement>('article')
            if (article) selected.value = Number(article.dataset['key'])
          },
        }}
        onNearStart={() => load(above)}
        onNearEnd={() => load(below)}
      />
      {again(below)}
      {children}
    </div>
  )
}
