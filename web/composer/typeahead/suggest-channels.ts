import { computed } from '@preact/signals'
import { type Channel, channels, glyphOf, isResolved, shownTopic } from '../../channels/store.ts'
import { topicsOf } from '../../channels/topics.ts'
import { hrefOf } from '../../kernel/navigation.ts'
import { t } from '../../kernel/texts.ts'
import type { Target } from '../store.ts'
import { best, fitOf, type RankedItem, searched } from './match.ts'
import type { ChannelQuery, TopicQuery } from './query-at.ts'
import { MAX_SUGGESTIONS, type Suggestion } from './suggestion.ts'

const listed = computed(() =>
  [...channels.value.values()].filter((one) => !one.is_archived).map((one) => ({ one, name: searched(one.name) })),
)
const byName = computed(() => new Map(listed.value.map(({ one, name }) => [name, one])))

/** Names with these characters would end their own mark. */
const BREAKS = /[*>`[\]]|\$\$/

const channelLink = ({ stream_id, name }: Channel): string =>
  BREAKS.test(name)
    ? `[#${name.replace(/[[\]]/g, '')}](${hrefOf({ view: 'channel', channelId: stream_id })})`
    : `#**${name}**`

function topicLink({ stream_id, name }: Channel, topic: string): string {
  if (!BREAKS.test(name + topic)) return `#**${name}>${topic}**`
  const shown = `#${name} > ${shownTopic(topic)}`.replace(/[[\]]/g, '')
  return `[${shown}](${hrefOf({ view: 'topic', channelId: stream_id, topic })})`
}

const channelOf = (target: Target): number | undefined => {
  if (target.kind === 'new-topic') return target.channelId
  return target.place.kind === 'channel' ? target.place.streamId : undefined
}

/** Channels: the one that is written to, one's own, and others. */
export function suggestChannels({ typed }: ChannelQuery, target: Target): Suggestion[] {
  const wanted = searched(typed)
  const here = channelOf(target)
  function* all(): Generator<RankedItem<Channel>> {
    for (const { one, name } of listed.value) {
      const fits = fitOf(name, wanted)
      if (fits === undefined) continue
      const distance = one.stream_id === here ? 0 : one.isSubscribed ? 1 : 3
      yield { item: one, rank: (fits === 0 && wanted !== '' ? 0 : 10) + distance * 2 + (fits === 2 ? 1 : 0), name }
    }
  }
  return best(all(), MAX_SUGGESTIONS).map((one) => ({
    key: `channel:${one.stream_id}`,
    name: `#${one.name}`,
    ...(one.description && { note: one.description }),
    text: `${channelLink(one)} `,
    picture: { icon: glyphOf(one) },
  }))
}

/** The beginning of a link to a topic of the channel, for which topics are suggested next. */
export const topicStart = (suggestion: Suggestion): string | undefined =>
  suggestion.key.startsWith('channel:') && !BREAKS.test(suggestion.name) ? `#**${suggestion.name.slice(1)}>` : undefined

/** Topics of a channel, the newest first. */
export function suggestTopics({ channel, typed }: TopicQuery): Suggestion[] {
  const home = byName.value.get(searched(channel))
  if (!home) return []
  const wanted = searched(typed)
  function* all(): Generator<RankedItem<string>> {
    let age = 0
    for (const { name } of topicsOf(home!.stream_id).value ?? []) {
      const fits = fitOf(searched(shownTopic(name)), wanted)
      age += 1
      if (fits !== undefined) yield { item: name, rank: (fits === 2 ? 1 : 0) * 1e6 + age, name }
    }
  }
  return best(all(), MAX_SUGGESTIONS).map((topic) => ({
    key: `topic:${topic}`,
    name: `#${home.name} > ${shownTopic(topic)}`,
    ...(isResolved(topic) && { note: t('typeahead.resolved') }),
    text: `${topicLink(home, topic)} `,
    picture: { icon: isResolved(topic) ? 'check-circle' : 'topic' },
  }))
}
