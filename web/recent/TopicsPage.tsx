import { useEffect, useLayoutEffect } from 'preact/hooks'
import { channelColor } from '../channels/channel-color.ts'
import { channel } from '../channels/store.ts'
import { topicsOf } from '../channels/topics.ts'
import { listHints } from '../conversations/list-hints.ts'
import { state } from '../kernel/state.ts'
import { t } from '../kernel/texts.ts'
import { wantRecents } from '../messages/recent.ts'
import { Connection } from '../ui/Connection.tsx'
import { Icon } from '../ui/Icon.tsx'
import { KeyHints } from '../ui/KeyHints.tsx'
import { Notice } from '../ui/Notice.tsx'
import { ConversationTable } from './ConversationTable.tsx'
import { TopicsHead } from './TopicsHead.tsx'
import { currentTopic, dismissExplanation, isNew, isTopicShown, topicFilter } from './topics-store.ts'

interface Props {
  channelId: number
  onNewTopic: (channelId: number) => void
}

/** The only explanation that people get, once. */
const Explanation = () => (
  <div class="banner info explain">
    <Icon name="topic" />
    <span class="grow">
      <b>{t('topics.explainTitle')}</b> {t('topics.explain')}
    </span>
    <button type="button" class="btn sm ghost" onClick={dismissExplanation}>
      {t('topics.gotIt')}
    </button>
  </div>
)

/** The topics of a channel, the newest first. */
export function TopicsPage({ channelId, onNewTopic }: Props) {
  useEffect(wantRecents, [])
  useLayoutEffect(() => {
    topicFilter.value = 'all'
  }, [channelId])
  const known = channel(channelId)
  const topics = topicsOf(channelId).value
  if (!known) return state.value && <Notice kind="noAccess" />
  const shown = topics?.filter((one) => isTopicShown(channelId, one, topicFilter.value))
  return (
    <section class="pane" data-ch={channelColor(known.color)}>
      <TopicsHead channel={known} topics={topics ?? []} onNewTopic={onNewTopic} />
      <Connection />
      {isNew() && topics && topics.length > 0 && <Explanation />}
      {shown?.length === 0 ? (
        <h2 class="empty">{t(topics?.length === 0 ? 'conversation.empty' : 'topics.none')}</h2>
      ) : (
        <ConversationTable
          key={channelId}
          name={t('topics.name')}
          places={shown?.map(({ name }) => ({ kind: 'channel', streamId: channelId, topic: name })) ?? []}
          current={currentTopic}
        />
      )}
      <KeyHints hints={listHints()} />
    </section>
  )
}
