import { deleteDraft } from '../composer/drafts/delete-draft.ts'
import { openDraft } from '../composer/drafts/open-draft.ts'
import { drafts, type ListedDraft } from '../composer/drafts/store.ts'
import { t } from '../kernel/texts.ts'
import { listedTime } from '../kernel/time.ts'
import { Icon } from '../ui/Icon.tsx'
import { LaterList } from './LaterList.tsx'
import { LaterRow } from './LaterRow.tsx'
import { PlaceTag } from './PlaceTag.tsx'
import { current } from './rows.ts'
import { fromNow } from './time-span.ts'

function Where({ target, topic }: ListedDraft) {
  if (!target) return <span class="mut">{t('later.noPlace')}</span>
  if (target.kind === 'place') return <PlaceTag place={target.place} />
  return <PlaceTag place={{ kind: 'channel', streamId: target.channelId, topic: topic || t('topics.new') }} />
}

function DraftRow({ draft, isFirst }: { draft: ListedDraft; isFirst: boolean }) {
  const { id, text, at } = draft
  const isCurrent = current.value === id || (current.value === null && isFirst)
  return (
    <LaterRow
      id={id}
      icon="pencil"
      time={listedTime(at)}
      span={fromNow(at)}
      title={
        <button type="button" class="t" data-row={id} tabIndex={isCurrent ? 0 : -1} onClick={() => openDraft(id)}>
          <Where {...draft} />
        </button>
      }
    >
      <span class="s two-l" dir="auto">
        {text}
      </span>
      <span class="acts">
        <button type="button" class="btn sm" data-key-action="edit" onClick={() => openDraft(id)}>
          <Icon name="pencil" size="s" />
          {t('edit')}
        </button>
        <button type="button" class="btn sm ghost" onClick={() => deleteDraft(id)}>
          {t('later.delete')}
        </button>
      </span>
    </LaterRow>
  )
}

/** Texts that are not sent, of this browser and of other devices. */
export const DraftList = () => (
  <LaterList name={t('view.drafts')} empty={t('later.noDrafts')} count={drafts.value.length} edits={t('later.editKey')}>
    {drafts.value.map((one, index) => (
      <DraftRow key={one.id} draft={one} isFirst={index === 0} />
    ))}
  </LaterList>
)
