import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { LoadingRows } from '../conversations/LoadingRows.tsx'
import { messageKeys } from '../conversations/message-keys.ts'
import { enterByTab, leaveByEscape, leaveByTab } from '../conversations/one-tab-stop.ts'
import { listKeys, listUnderFocus } from '../conversations/select-message.ts'
import { selected } from '../conversations/store.ts'
import { addShortcuts } from '../kernel/keyboard.ts'
import { visit } from '../kernel/navigation.ts'
import { t } from '../kernel/texts.ts'
import { stretch } from '../messages/store.ts'
import { type Start, Window, type WindowControl } from '../ui/window/Window.tsx'
import { findMore } from './find-messages.ts'
import { Result } from './Result.tsx'
import { resultKeys } from './result-keys.ts'
import { nearOf, query, results, shownHits } from './store.ts'

/** Where each visit of a search was left. */
const positions = new Map<string, Start>()

/** What was found, the newest first. Looking marks nothing as read. */
export function Results() {
  const { key, narrow, status } = results.value
  const known = stretch(narrow).value
  const hits = shownHits.value
  const ids = useMemo(() => (known?.ids ?? []).filter((id) => hits.get(id) !== null).reverse(), [known?.ids, hits])
  const control = useRef<WindowControl>(null)
  const [trouble, setTrouble] = useState<'older' | 'newer' | null>(null)
  const near = nearOf(query.value)
  const first = near ?? ids[0]
  listUnderFocus.current = { ids, control, toNewest: undefined }

  useEffect(() => addShortcuts(...listKeys, ...messageKeys, ...resultKeys), [])
  useEffect(() => {
    if (selected.peek() === null || !ids.includes(selected.peek() ?? 0)) selected.value = first ?? null
  }, [key, first === undefined])
  const newest = ids[0]
  // A reader of the newest results sees those that come.
  useEffect(() => {
    const at = control.current?.position()
    const isAtTop = at !== undefined && at !== 'end' && `${at.key}` === `${ids[1]}` && at.top >= 0
    if (isAtTop && newest !== undefined) control.current?.show(newest, 'top')
  }, [newest])

  const load = (side: 'older' | 'newer') => {
    const end = side === 'older' ? known?.ids[0] : known?.ids.at(-1)
    const isComplete = side === 'older' ? known?.isFromOldest : known?.isToNewest
    if (status !== 'ready' || isComplete !== false || end === undefined || trouble === side) return
    findMore(narrow, side, end).then(
      () => setTrouble(null),
      () => setTrouble(side),
    )
  }
  const again = (side: 'older' | 'newer') =>
    trouble === side && (
      <button type="button" class="btn sm load-again" onClick={() => setTrouble(null)}>
        {t('retry')}
      </button>
    )
  const start: Start = positions.get(visit.value) ?? (first === undefined ? 'end' : { key: first, top: 0 })
  return (
    <div class="msg-list results" data-region>
      {again('newer')}
      {status === 'loading' && ids.length === 0 && <LoadingRows />}
      <Window
        items={ids}
        keyOf={(id) => id}
        render={(id) => <Result key={id} id={id} />}
        start={start}
        place={`${key} ${visit.value} ${ids.length > 0}`}
        control={control}
        followsEnd={false}
        list={{
          role: 'feed',
          'aria-label': t('search.results'),
          'aria-busy': status === 'loading',
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
        onNearStart={() => load('newer')}
        onNearEnd={() => load('older')}
        onScroll={() => control.current && positions.set(visit.peek(), control.current.position())}
      />
      {again('older')}
    </div>
  )
}
