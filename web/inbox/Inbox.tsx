import { useEffect } from 'preact/hooks'
import { placeKey } from '../../client/model/place.ts'
import { channelColor } from '../channels/channel-color.ts'
import { glyphOf } from '../channels/store.ts'
import { state } from '../kernel/state.ts'
import { t } from '../kernel/texts.ts'
import { counts } from '../messages/counts.ts'
import { markPlacesRead } from '../messages/mark-place-read.ts'
import { wantRecents } from '../messages/recent.ts'
import { Connection } from '../ui/Connection.tsx'
import { Icon } from '../ui/Icon.tsx'
import { AllRead } from './AllRead.tsx'
import { InboxRow } from './InboxRow.tsx'
import { type InboxSection, sections } from './store.ts'

const sumOf = ({ rows }: InboxSection): number => rows.reduce((sum, { unread }) => sum + unread, 0)

function SectionHead({ section }: { section: InboxSection }) {
  const { channel } = section
  return (
    <div class="ib-sec" data-ch={channel && channelColor(channel.color)} aria-hidden="true">
      <Icon name={channel ? glyphOf(channel) : 'mail'} size="s" {...(channel && { class: 'glyph' })} />
      <bdi>{channel?.name ?? t('nav.direct')}</bdi>
      <span class="mut num">{sumOf(section)}</span>
    </div>
  )
}

/** The conversations with something unread. Looking at the list marks nothing as read. */
export function Inbox() {
  useEffect(wantRecents, [])
  const all = sections.value
  const conversations = all.reduce((sum, { rows }) => sum + rows.length, 0)
  const isKnown = state.value !== null
  return (
    <section class="pane">
      <header class="phead">
        <div class="row">
          <h1 class="grow">{t('view.inbox')}</h1>
          {conversations > 0 && (
            <button
              type="button"
              class="btn sm ghost"
              onClick={() => markPlacesRead(all.flatMap(({ rows }) => rows.map(({ place }) => place)))}
            >
              <Icon name="check" size="s" />
              {t('inbox.markAll')}
            </button>
          )}
        </div>
        {isKnown && <p class="mut ib-sum">{t('inbox.summary', { unread: counts.value.all.unread, conversations })}</p>}
      </header>
      <Connection />
      {isKnown && conversations === 0 && <AllRead />}
      {conversations > 0 && (
        <div class="scroll" data-region>
          {/* Each row names its channel, so the headings are only for the eye. */}
          <div role="list" aria-label={t('view.inbox')}>
            {all.map((section) => (
              <div key={section.channel?.stream_id ?? 'direct'}>
                <SectionHead section={section} />
                {section.rows.map((row) => (
                  <InboxRow key={placeKey(row.place)} row={row} />
                ))}
              </div>
            ))}
          </div>
        </div>
      )}
    </section>
  )
}
