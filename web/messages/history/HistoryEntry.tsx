import { useMemo } from 'preact/hooks'
import { channelColor } from '../../channels/channel-color.ts'
import { channel, channelName, isResolved, plainTopic, shownTopic } from '../../channels/store.ts'
import { hrefOf } from '../../kernel/navigation.ts'
import { t } from '../../kernel/texts.ts'
import { dayAndTime } from '../../kernel/time.ts'
import { avatarOf, nameOf } from '../../people/store.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Html } from '../../ui/Html.tsx'
import { Diff } from './Diff.tsx'
import type { Version } from './fetch-history.ts'
import { diffWords } from './word-diff.ts'

const isMove = ({ prev_topic, prev_stream }: Version): boolean => prev_topic !== undefined || prev_stream !== undefined

/** What was done: the text was edited, the message was moved, its topic was resolved, or all of this. */
function titleOf(version: Version): string {
  const { prev_content, prev_topic, prev_stream, topic } = version
  if (prev_content !== undefined) return t(isMove(version) ? 'history.editedAndMoved' : 'history.edited')
  if (!isMove(version)) return t('history.first')
  const isResolving = prev_stream === undefined && plainTopic(prev_topic ?? '') === plainTopic(topic)
  if (isResolving && isResolved(topic) !== isResolved(prev_topic ?? ''))
    return t(isResolved(topic) ? 'history.resolved' : 'history.reopened')
  return t('history.moved')
}

const PlaceLink = ({ channelId, topic }: { channelId: number; topic: string }) => (
  <a class="clink" data-ch={channelColor(channel(channelId)?.color)} href={hrefOf({ view: 'topic', channelId, topic })}>
    #{channelName(channelId) ?? '…'} › <bdi>{shownTopic(topic)}</bdi>
  </a>
)

function Moved({ version: { channelId, previousChannelId, prev_topic, topic } }: { version: Version }) {
  if (channelId === undefined || previousChannelId === undefined) return null
  return (
    <div class="row wrap">
      <PlaceLink channelId={previousChannelId} topic={prev_topic ?? topic} />
      <span class="mut" role="img" aria-label={t('history.to')}>
        →
      </span>
      <PlaceLink channelId={channelId} topic={topic} />
    </div>
  )
}

function Text({ version, isWhole }: { version: Version; isWhole: boolean }) {
  const { content, prev_content, rendered_content } = version
  const parts = useMemo(() => diffWords(prev_content ?? content, content), [prev_content, content])
  if (isWhole) return <Html class="body" html={rendered_content} />
  return (
    <div class="diff" dir="auto">
      <Diff parts={parts} />
    </div>
  )
}

/** One version of a message. */
export function HistoryEntry({ version, isWhole, hasText }: { version: Version; isWhole: boolean; hasText: boolean }) {
  const { user_id, timestamp, prev_content } = version
  const name = user_id === null ? undefined : (nameOf(user_id) ?? t('person.unknown'))
  const isTextShown = hasText && (isWhole || prev_content !== undefined || !isMove(version))
  return (
    <li class="hist">
      <div>
        <div class="hist-t">{titleOf(version)}</div>
        <time class="mut num" dateTime={new Date(timestamp * 1000).toISOString()}>
          {dayAndTime(timestamp)}
        </time>
        {name !== undefined && user_id !== null && (
          <div class="row who">
            <Avatar name={name} src={avatarOf(user_id)} size={20} seed={user_id} />
            <bdi class="clip">{name}</bdi>
          </div>
        )}
      </div>
      <div class="hist-b">
        {isMove(version) && <Moved version={version} />}
        {isTextShown && <Text version={version} isWhole={isWhole} />}
      </div>
    </li>
  )
}
