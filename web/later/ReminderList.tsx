import { useEffect, useState } from 'preact/hooks'
import type { Reminder } from '../../api/objects/personal.ts'
import { placeOf } from '../../client/model/place.ts'
import { t } from '../kernel/texts.ts'
import { clockTime } from '../kernel/time.ts'
import { messageHref } from '../messages/message-address.ts'
import { plainStart } from '../messages/plain-start.ts'
import { nameOf, ownId } from '../people/store.ts'
import { TimeDialog } from '../ui/dialog/TimeDialog.tsx'
import { Html } from '../ui/Html.tsx'
import { Icon } from '../ui/Icon.tsx'
import { changeReminder, deleteReminder, noteOf } from './change-reminder.ts'
import { fetchReminded, reminded } from './fetch-reminded.ts'
import { LaterList, Part } from './LaterList.tsx'
import { LaterRow } from './LaterRow.tsx'
import { PlaceTag } from './PlaceTag.tsx'
import { current } from './rows.ts'
import { byDay, reminders } from './store.ts'
import { fromNow } from './time-span.ts'

function ReminderRow({ reminder, isFirst }: { reminder: Reminder; isFirst: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const { reminder_target_message_id: messageId, scheduled_delivery_timestamp: at } = reminder
  const one = reminded.value.get(messageId)
  const place = one && placeOf(one, ownId())
  const key = `${reminder.reminder_id}`
  const isCurrent = current.value === key || (current.value === null && isFirst)
  const note = noteOf(reminder)
  return (
    <LaterRow
      id={key}
      icon="alarm"
      time={clockTime(at)}
      span={fromNow(at)}
      title={
        one &&
        place && (
          <a class="t" href={messageHref(one)} data-row={key} tabIndex={isCurrent ? 0 : -1}>
            <PlaceTag place={place} />
          </a>
        )
      }
    >
      {one ? (
        <span class="s two-l" dir="auto">
          <b>{nameOf(one.sender_id) ?? one.sender_full_name}:</b> {plainStart(one.content)}
        </span>
      ) : (
        <Html class="s two-l" html={reminder.rendered_content} />
      )}
      {one && note && (
        <span class="s two-l" dir="auto">
          {t('later.note', { note })}
        </span>
      )}
      <span class="acts">
        {one && (
          <a class="btn sm" href={messageHref(one)}>
            {t('later.goTo')}
          </a>
        )}
        <button type="button" class="btn sm" data-key-action="edit" onClick={() => setAsking(true)}>
          <Icon name="clock" size="s" />
          {t('later.time')}
        </button>
        <button type="button" class="btn sm ghost" onClick={() => deleteReminder(reminder)}>
          {t('later.delete')}
        </button>
      </span>
      {isAsking && (
        <TimeDialog
          title={t('later.remindMe')}
          action={t('later.time')}
          current={at}
          onChoose={(chosen) => changeReminder(reminder, chosen)}
          onClose={() => setAsking(false)}
        />
      )}
    </LaterRow>
  )
}

/** Messages that the person wants to be reminded of. */
export function ReminderList() {
  const all = reminders.value
  const ids = all.map((one) => one.reminder_target_message_id)
  useEffect(() => void fetchReminded(ids), [ids.join()])
  return (
    <LaterList name={t('view.reminders')} empty={t('later.noReminders')} count={all.length} edits={t('later.timeKey')}>
      {byDay(all, (one) => one.scheduled_delivery_timestamp).flatMap(({ name, items }) => [
        <Part key={name} icon="calendar" name={name} count={items.length} />,
        ...items.map((one) => <ReminderRow key={one.reminder_id} reminder={one} isFirst={one === all[0]} />),
      ])}
    </LaterList>
  )
}
