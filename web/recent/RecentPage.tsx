import { useEffect } from 'preact/hooks'
import { listHints } from '../conversations/list-hints.ts'
import { t } from '../kernel/texts.ts'
import { recents, wantOlderRecents, wantRecents } from '../messages/recent.ts'
import { Connection } from '../ui/Connection.tsx'
import { KeyHints } from '../ui/KeyHints.tsx'
import { ConversationTable } from './ConversationTable.tsx'
import { RecentFilters } from './RecentFilters.tsx'
import { current, recentConversations } from './store.ts'

/** Every conversation, the newest first. */
export function RecentPage() {
  useEffect(wantRecents, [])
  const all = recentConversations.value
  // A filter that leaves little may find more among older ones.
  useEffect(() => {
    if (all && all.length < 50) void wantOlderRecents()
  }, [all?.length, recents.value?.size])
  return (
    <section class="pane">
      <header class="phead">
        <h1>{t('view.recent')}</h1>
        <p class="mut sum">{t('recent.text')}</p>
        <RecentFilters />
      </header>
      <Connection />
      {all?.length === 0 ? (
        <h2 class="empty">{t(recents.value?.size === 0 ? 'conversation.empty' : 'recent.none')}</h2>
      ) : (
        <ConversationTable
          name={t('recent.name')}
          places={all?.map(({ place }) => place) ?? []}
          isMixed
          current={current}
          onNearEnd={wantOlderRecents}
        />
      )}
      <KeyHints hints={listHints()} />
    </section>
  )
}
