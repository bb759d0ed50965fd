import { Conversation } from '../conversations/Conversation.tsx'
import { listing } from '../conversations/store.ts'
import { Connection } from '../ui/Connection.tsx'
import { DraftList } from './DraftList.tsx'
import { LaterHead } from './LaterHead.tsx'
import { ReminderList } from './ReminderList.tsx'
import { SavedRow } from './SavedRow.tsx'
import { ScheduledList } from './ScheduledList.tsx'
import type { LaterTab } from './store.ts'

/** What a person keeps for later: saved messages, drafts, scheduled messages and reminders. */
export function LaterPage({ tab }: { tab: LaterTab }) {
  if (tab === 'saved')
    return listing.value && <Conversation listing={listing.value} header={<LaterHead tab={tab} />} RowView={SavedRow} />
  return (
    <section class="pane">
      <LaterHead tab={tab} />
      <Connection />
      {tab === 'drafts' && <DraftList />}
      {tab === 'scheduled' && <ScheduledList />}
      {tab === 'reminders' && <ReminderList />}
    </section>
  )
}
