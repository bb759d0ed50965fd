import { term } from '../../client/messages/narrow.ts'
import { channelItems } from '../channels/channel-items.ts'
import type { Channel } from '../channels/store.ts'
import { glyphOf } from '../channels/store.ts'
import type { Topic } from '../channels/topics.ts'
import { copyPlace } from '../conversations/header/copy-place.ts'
import { HeaderMenu } from '../conversations/header/HeaderMenu.tsx'
import type { Address } from '../kernel/addresses.ts'
import { t } from '../kernel/texts.ts'
import { channelCount, counts } from '../messages/counts.ts'
import { markPlacesRead } from '../messages/mark-place-read.ts'
import { Html } from '../ui/Html.tsx'
import { Icon } from '../ui/Icon.tsx'
import { TabLinks } from '../ui/TabLinks.tsx'
import { isTopicShown, TOPIC_FILTERS, topicFilter } from './topics-store.ts'

interface Props {
  channel: Channel
  topics: readonly Topic[]
  onNewTopic: (channelId: number) => void
}

const privacyOf = ({ is_web_public, invite_only, history_public_to_subscribers: isShared }: Channel): string => {
  if (is_web_public) return t('topics.webPublic')
  if (!invite_only) return t('topics.public')
  return t(isShared ? 'topics.private' : 'topics.protected')
}

/** A search for messages with files. */
const filesOf = (channelId: number): Address => ({
  view: 'search',
  narrow: [term('channel', channelId), term('has', 'attachment')],
})

function markChannelRead(channelId: number): Promise<void> {
  const places = [...counts.peek().places.values()].map(({ place }) => place)
  return markPlacesRead(places.filter((place) => place.kind === 'channel' && place.streamId === channelId))
}

function Filters({ channel: { stream_id: id }, topics }: Pick<Props, 'channel' | 'topics'>) {
  return (
    <fieldset class="chips plain" aria-label={t('inbox.show')}>
      {TOPIC_FILTERS.map((one) => {
        const isCounted = one === 'open' || one === 'resolved'
        const count = isCounted ? topics.filter((topic) => isTopicShown(id, topic, one)).length : 0
        return (
          <button
            key={one}
            type="button"
            class="chip"
            aria-pressed={topicFilter.value === one}
            onClick={() => (topicFilter.value = one)}
          >
            {t(`topics.filter.${one}`)}
            {count > 0 && <span class="num"> {count}</span>}
          </button>
        )
      })}
    </fieldset>
  )
}

/** A channel: what it is for, who is in it, and the ways to see it. */
export function TopicsHead({ channel, topics, onNewTopic }: Props) {
  const { stream_id: channelId, name, rendered_description, subscriber_count: people } = channel
  return (
    <header class="phead topics-head">
      <div class="row">
        <span class="tile">
          <Icon name={glyphOf(channel)} class="glyph" />
        </span>
        <h1 class="grow clip" dir="auto">
          {name}
        </h1>
        <button type="button" class="btn primary sm" onClick={() => onNewTopic(channelId)}>
          <Icon name="topic-plus" size="s" />
          {t('topics.new')}
          <span class="keys" aria-hidden="true">
            <kbd>C</kbd>
          </span>
        </button>
        <HeaderMenu
          items={() => [
            ...(channelCount(channelId).unread > 0
              ? [{ label: t('inbox.mark'), icon: 'eye-read' as const, run: () => markChannelRead(channelId) }]
              : []),
            ...channelItems(channel),
            { label: t('action.copyLink'), icon: 'link', run: copyPlace },
          ]}
        />
      </div>
      <div class="mut sum">
        <Html class="about" html={rendered_description} />
        <span>
          {[people !== undefined && t('channel.people', { count: Math.round(people) }), privacyOf(channel)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      <div class="row spread">
        <TabLinks
          name={t('topics.views')}
          isWide={false}
          tabs={[
            { to: { view: 'topics', channelId }, label: t('topics.name'), icon: 'topic', isSelected: true },
            { to: { view: 'channel', channelId }, label: t('topics.feed'), icon: 'layers', isSelected: false },
            { to: filesOf(channelId), label: t('topics.files'), icon: 'file', isSelected: false },
          ]}
        />
        <Filters channel={channel} topics={topics} />
      </div>
    </header>
  )
}
