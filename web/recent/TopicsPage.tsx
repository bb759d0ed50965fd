import { useEffect } from 'preact/hooks'
import { channelColor } from '../channels/channel-color.ts'
import { channel, glyphOf } from '../channels/store.ts'
import { topicsOf } from '../channels/topics.ts'
import { hrefOf } from '../kernel/navigation.ts'
import { state } from '../kernel/state.ts'
import { t } from '../kernel/texts.ts'
import { wantRecents } from '../messages/recent.ts'
import { Connection } from '../ui/Connection.tsx'
import { Html } from '../ui/Html.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Notice } from '../ui/Notice.tsx'
import { ConversationRow } from './ConversationRow.tsx'
import { ConversationTable } from './ConversationTable.tsx'
import { recentOf } from './store.ts'

interface Props {
  channelId: number
  onNewTopic: (channelId: number) => void
}

/** The topics of a channel, the newest first. */
export function TopicsPage({ channelId, onNewTopic }: Props) {
  useEffect(wantRecents, [])
  const known = channel(channelId)
  const topics = topicsOf(channelId).value
  if (!known) return state.value && <Notice title={t('page.noAccess')} text={t('page.noAccess.text')} />
  return (
    <section class="pane" data-ch={channelColor(known.color)}>
      <header class="phead">
        <div class="row">
          <span class="tile">
            <Icon name={glyphOf(known)} class="glyph" />
          </span>
          <h1 class="grow clip" dir="auto">
            {known.name}
          </h1>
          <a class="btn sm" href={hrefOf({ view: 'channel', channelId })}>
            <Icon name="layers" size="s" />
            {t('topics.feed')}
          </a>
          <button type="button" class="btn primary sm" onClick={() => onNewTopic(channelId)}>
            <Icon name="topic-plus" size="s" />
            {t('topics.new')}
          </button>
        </div>
        <Html class="mut sum" html={known.rendered_description} />
      </header>
      <Connection />
      {topics?.length === 0 ? (
        <h2 class="empty">{t('conversation.empty')}</h2>
      ) : (
        <ConversationTable name={t('topics.name')}>
          {topics?.map(({ name }) => (
            <ConversationRow
              key={name}
              place={{ kind: 'channel', streamId: channelId, topic: name }}
              recent={recentOf(channelId, name)}
            />
          ))}
        </ConversationTable>
      )}
    </section>
  )
}
