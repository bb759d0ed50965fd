import { type ScheduledItem, scheduledMessages } from '../composer/scheduled/store.ts'
import { t } from '../kernel/texts.ts'
import { LaterList, Part } from './LaterList.tsx'
import { ScheduledRow } from './ScheduledRow.tsx'
import { byDay } from './store.ts'

const rowsOf = (list: readonly ScheduledItem[], first: ScheduledItem | undefined) =>
  list.map((one) => <ScheduledRow key={one.id} scheduled={one} isFirst={one === first} />)

/** What the server will send, and what it could not send. */
export function ScheduledList() {
  const all = scheduledMessages.value
  const failed = all.filter(({ hasFailed }) => hasFailed)
  const waiting = all.filter(({ hasFailed }) => !hasFailed)
  const first = failed[0] ?? waiting[0]
  return (
    <LaterList name={t('view.scheduled')} empty={t('later.noScheduled')} count={all.length} edits={t('later.editKey')}>
      {failed.length > 0 && <Part icon="warn" name={t('later.notSent')} count={failed.length} />}
      {rowsOf(failed, first)}
      {byDay(waiting, ({ at }) => at).flatMap(({ name, items }) => [
        <Part key={name} icon="calendar" name={name} count={items.length} />,
        ...rowsOf(items, first),
      ])}
    </LaterList>
  )
}
