import { useState } from 'preact/hooks'
import { editScheduled } from '../composer/scheduled/change-scheduled.ts'
import type { ScheduledItem } from '../composer/scheduled/store.ts'
import { whyNot } from '../composer/why-not.ts'
import { addressOf } from '../conversations/narrow-of.ts'
import { hrefOf } from '../kernel/navigation.ts'
import { t } from '../kernel/texts.ts'
import { clockTime, dayName } from '../kernel/time.ts'
import { ownId } from '../people/store.ts'
import { TimeDialog } from '../ui/dialog/TimeDialog.tsx'
import { Html } from '../ui/Html.tsx'
import { Icon } from '../ui/Icon.tsx'
import { EditText } from './EditText.tsx'
import { LaterRow } from './LaterRow.tsx'
import { MoreActions } from './MoreActions.tsx'
import { PlaceTag } from './PlaceTag.tsx'
import { current } from './rows.ts'
import { remove, reschedule, sendNow } from './scheduled-verbs.ts'
import { fromNow } from './time-span.ts'

/** The server does not say why, but what forbids it now is known. */
const Failure = ({ place }: ScheduledItem) => (
  <span class="fail" role="alert">
    <Icon name="warn" size="s" />
    <span>
      <b>{t('sending.notSent')}</b> {whyNot({ kind: 'place', place }) ?? t('later.failedUnknown')}
    </span>
  </span>
)

interface Verbs {
  scheduled: ScheduledItem
  onEdit: () => void
  onTime: () => void
}

function Actions({ scheduled, onEdit, onTime }: Verbs) {
  const { hasFailed } = scheduled
  return (
    <span class="acts">
      {hasFailed && (
        <button type="button" class="btn sm primary" onClick={() => sendNow(scheduled)}>
          <Icon name="retry" size="s" />
          {t('retry')}
        </button>
      )}
      <button type="button" class="btn sm" data-key-action="edit" onClick={onEdit}>
        <Icon name="pencil" size="s" />
        {t('edit')}
      </button>
      <button type="button" class="btn sm" onClick={onTime}>
        <Icon name="clock" size="s" />
        {t('later.time')}
      </button>
      {hasFailed ? (
        <button type="button" class="btn sm ghost" onClick={() => remove(scheduled)}>
          {t('sending.discard')}
        </button>
      ) : (
        <MoreActions
          items={[
            { label: t('later.sendNow'), icon: 'send', run: () => sendNow(scheduled) },
            { label: t('later.delete'), icon: 'trash', run: () => remove(scheduled) },
          ]}
        />
      )}
    </span>
  )
}

/** A message that the server sends later, or could not send. */
export function ScheduledRow({ scheduled, isFirst }: { scheduled: ScheduledItem; isFirst: boolean }) {
  const { id, place, html, content, at, hasFailed } = scheduled
  const [isEditing, setEditing] = useState(false)
  /** The text that waits for a time: a failed message is only retried at a new one. */
  const [asked, setAsked] = useState<{ content: string | null } | null>(null)
  const key = `${id}`
  const isCurrent = current.value === key || (current.value === null && isFirst)
  const save = async (text: string): Promise<string | null> => {
    const reason = hasFailed ? null : await editScheduled(id, text)
    if (reason === null) setEditing(false)
    if (hasFailed) setAsked({ content: text })
    return reason
  }
  return (
    <LaterRow
      id={key}
      icon={hasFailed ? 'warn' : 'clock'}
      time={hasFailed ? `${dayName(at)}, ${clockTime(at)}` : clockTime(at)}
      span={fromNow(at)}
      title={
        <a class="t" href={hrefOf(addressOf(place, ownId()))} data-row={key} tabIndex={isCurrent ? 0 : -1}>
          <PlaceTag place={place} />
        </a>
      }
    >
      {isEditing ? (
        <EditText text={content} onSave={save} onCancel={() => setEditing(false)} />
      ) : (
        <>
          <Html class="s two-l" html={html} />
          {hasFailed && <Failure {...scheduled} />}
          <Actions scheduled={scheduled} onEdit={() => setEditing(true)} onTime={() => setAsked({ content: null })} />
        </>
      )}
      {asked && (
        <TimeDialog
          title={t('later.sendLater')}
          action={t('later.time')}
          current={hasFailed ? undefined : at}
          onChoose={(chosen) => reschedule(scheduled, asked.content, chosen)}
          onClose={() => setAsked(null)}
        />
      )}
    </LaterRow>
  )
}
