import { foldCase } from '../../api/fold-case.ts'
import { POLICY } from '../../client/model/indexed.ts'
import { isResolved, shownTopic, topicPolicy } from '../channels/store.ts'
import { type Topic, topicsOf } from '../channels/topics.ts'
import { address, hrefOf } from '../kernel/navigation.ts'
import { t } from '../kernel/texts.ts'
import { countOf } from '../messages/counts.ts'
import { Icon } from '../ui/Icon.tsx'
import { NavRow } from './NavRow.tsx'

const MAX_UNREAD_TOPICS = 5
const MAX_TOPICS = 8

const placeOf = (channelId: number, { name }: Topic) => ({ kind: 'channel', streamId: channelId, topic: name }) as const

/** Up to five unread topics, followed ones first, then recent ones; the open one is always there. */
function shownTopics(channelId: number, all: readonly Topic[]): readonly Topic[] {
  const here = address.value.view === 'topic' ? foldCase(address.value.topic) : null
  const isFollowed = ({ name }: Topic) => topicPolicy(channelId, name) === POLICY.followed
  const unread = all.filter((one) => countOf(placeOf(channelId, one)).unread > 0)
  const first = unread.sort((a, b) => Number(isFollowed(b)) - Number(isFollowed(a))).slice(0, MAX_UNREAD_TOPICS)
  const open = all.filter(({ name }) => foldCase(name) === here)
  const rest = all.filter((one) => !first.includes(one) && !open.includes(one))
  return [...new Set([...open, ...first, ...rest])].slice(0, MAX_TOPICS).sort((a, b) => b.max_id - a.max_id)
}

/** The topics of the channel that is open. */
export function Topics({ channelId, color }: { channelId: number; color: string }) {
  const all = topicsOf(channelId).value
  if (!all || all.length === 0) return null
  const shown = shownTopics(channelId, all)
  return (
    <div class="topics" data-ch={color}>
      {shown.map((one) => (
        <NavRow
          key={one.name}
          to={{ view: 'topic', channelId, topic: one.name }}
          name={shownTopic(one.name)}
          icon={isResolved(one.name) && <Icon name="check" size="s" class="done" />}
          count={countOf(placeOf(channelId, one))}
          isMuted={topicPolicy(channelId, one.name) === POLICY.muted}
        />
      ))}
      {all.length > shown.length && (
        <a class="nv more" href={hrefOf({ view: 'topics', channelId })}>
          <span>{t('nav.allTopics', { count: all.length })}</span>
        </a>
      )}
    </div>
  )
}
