import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { MessageFeed } from '../conversations/MessageFeed.tsx'
import { messageKeys } from '../conversations/message-keys.ts'
import { listKeys, listUnderFocus } from '../conversations/select-message.ts'
import { selected } from '../conversations/store.ts'
import { addShortcuts } from '../kernel/keyboard.ts'
import { visit } from '../kernel/navigation.ts'
import { t } from '../kernel/texts.ts'
import { stretch } from '../messages/store.ts'
import type { Start, WindowControl } from '../ui/window/Window.tsx'
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
  const near = nearOf(query.value)
  const first = near ?? ids[0]
  listUnderFocus.current = { ids, control, toNewest: undefined }

  useLayoutEffect(() => addShortcuts(...listKeys, ...messageKeys, ...resultKeys), [])
  useLayoutEffect(() => {
    if (selected.peek() === null || !ids.includes(selected.peek() ?? 0)) selected.value = first ?? null
  }, [key, first === undefined])
  const newest = ids[0]
  // A reader of the newest results sees those that come.
  useLayoutEffect(() => {
    const at = control.current?.position()
    const isAtTop = at !== undefined && at !== 'end' && `${at.key}` === `${ids[1]}` && at.top >= 0
    if (isAtTop && newest !== undefined) control.current?.show(newest, 'top')
  }, [newest])

  const start: Start = positions.get(visit.value) ?? (first === undefined ? 'end' : { key: first, top: 0 })
  return (
    <MessageFeed
      label={t('search.results')}
      class="results"
      isNewestFirst
      ids={ids}
      known={known}
      isLoading={status === 'loading'}
      isReady={status === 'ready'}
      fetchMore={(side, end) => findMore(narrow, side, end)}
      render={(id) => <Result key={id} id={id} />}
      start={start}
      place={`${key} ${visit.value} ${ids.length > 0}`}
      control={control}
      followsEnd={false}
      onScroll={() => control.current && positions.set(visit.peek(), control.current.position())}
    />
  )
}
