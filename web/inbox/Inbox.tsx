import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { visibleChannels } from '../channels/browse/store.ts'
import { ownChannels } from '../channels/store.ts'
import { chooseRecipients } from '../composer/choose-recipients.ts'
import { listHints } from '../conversations/list-hints.ts'
import { state } from '../kernel/state.ts'
import { t } from '../kernel/texts.ts'
import { counts } from '../messages/counts.ts'
import { markPlacesRead } from '../messages/mark-place-read.ts'
import { wantRecents } from '../messages/recent.ts'
import { Connection } from '../ui/Connection.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { KeyHints } from '../ui/KeyHints.tsx'
import { AllRead } from './AllRead.tsx'
import { Filters } from './Filters.tsx'
import { FirstChannels } from './FirstChannels.tsx'
import { filter } from './filters.ts'
import { InboxList } from './InboxList.tsx'
import { Preview } from './Preview.tsx'
import { isPreviewShown, isWide, setPreviewShown } from './preview-pane.ts'
import { conversationCount, hold, layout, previewed, rows } from './store.ts'

function Head() {
  const conversations = conversationCount.value
  return (
    <header class="phead">
      <div class="row">
        <h1 class="grow">{t('view.inbox')}</h1>
        {conversations > 0 && (
          <button
            type="button"
            class="btn sm ghost"
            aria-label={t('inbox.markAll')}
            onClick={() => markPlacesRead(rows.peek().map(({ place }) => place))}
          >
            <Icon name="check2" size="s" />
            <span class="hide-phone">{t('inbox.markAll')}</span>
          </button>
        )}
        {isWide.value && (
          <IconButton
            icon="panel"
            label={t('inbox.pane')}
            aria-pressed={isPreviewShown.value}
            onClick={() => setPreviewShown(!isPreviewShown.peek())}
          />
        )}
        <IconButton icon="compose" label={t('newMessage.title')} class="only-phone" onClick={chooseRecipients} />
      </div>
      {state.value && (
        <p class="mut ib-sum">{t('inbox.summary', { unread: counts.value.all.unread, conversations })}</p>
      )}
      <Filters />
    </header>
  )
}

/** The filter leaves nothing, but something is unread. */
const NothingHere = () => (
  <div class="empty">
    <h2>{t('inbox.noneHere')}</h2>
    <button type="button" class="btn" onClick={() => (filter.value = 'all')}>
      {t('inbox.showAll')}
    </button>
  </div>
)

function Conversations() {
  if (!state.value) return null
  if (conversationCount.value === 0) return <AllRead />
  return (
    <>
      {layout.value.length > 0 ? <InboxList /> : <NothingHere />}
      <KeyHints hints={listHints()} />
    </>
  )
}

/** Somebody in no channel picks some, until they say that they are done. Null for everybody else. */
function usePicking(): (() => void) | null {
  const [isDone, setDone] = useState(false)
  const began = useRef(false)
  const isNew = ownChannels.value.length === 0 && conversationCount.value === 0
  if (state.value && isNew && visibleChannels().length > 0) began.current = true
  return began.current && !isDone ? () => setDone(true) : null
}

/** The conversations with something unread. Looking at them marks nothing as read. */
export function Inbox() {
  useLayoutEffect(() => {
    wantRecents()
    return () => {
      hold.value = null
    }
  }, [])
  const onDone = usePicking()
  const isSplit = onDone === null && isPreviewShown.value && previewed.value !== null
  return (
    <div class={`beside ${isSplit ? 'with-peek' : ''}`}>
      <section class="pane">
        {onDone ? <h1 class="sr">{t('view.inbox')}</h1> : <Head />}
        <Connection />
        {onDone ? <FirstChannels onDone={onDone} /> : <Conversations />}
      </section>
      {isSplit && previewed.value && <Preview place={previewed.value.place} />}
    </div>
  )
}
