import { shownTopic, topicKey } from '../../kernel/realm-state/topic-name.ts'
import type { Unread, UnreadGroup } from './unread-queries.ts'

/** The messages of one topic or conversation, as clients count them. */
interface Entry {
  /** The members of its JSON object besides the ids. */
  readonly fields: object
  /** Sorts the entries of one list. */
  readonly order: readonly [number, string]
  ids: string
}

type List = Map<string, Entry>

/**
 * The JSON of the unread messages, each group in ascending order. The ids are those of the database, without parsing
 * and writing fifty thousand of them again.
 */
export function* unreadText(userId: number, { groups, isCut }: Unread, keepEmptyTopic: boolean): Generator<string> {
  const [pms, streams, huddles]: [List, List, List] = [new Map(), new Map(), new Map()]
  for (const { channel_id: channelId, topic: name, members, ids } of groups) {
    if (channelId !== null) {
      const topic = shownTopic(name ?? '', keepEmptyTopic)
      add(streams, `${channelId} ${topicKey(topic)}`, [channelId, topic], { stream_id: channelId, topic }, ids)
      continue
    }
    const people = members ?? []
    if (people.length > 2) {
      const key = people.join(',')
      add(huddles, key, [0, key], { user_ids_string: key }, ids)
      continue
    }
    const other = people.find((id) => id !== userId) ?? userId
    add(pms, `${other}`, [other, ''], { other_user_id: other, sender_id: other }, ids)
  }
  const count = groups.reduce((sum, group) => sum + (group.is_muted ? 0 : group.count), 0)
  const mentions = groups.flatMap(mentionsOf).sort(ascending)
  yield `{"count":${count},"pms":[`
  yield* listText(pms)
  yield '],"streams":['
  yield* listText(streams)
  yield '],"huddles":['
  yield* listText(huddles)
  yield `],"mentions":${JSON.stringify(mentions)},"old_unreads_missing":${isCut}}`
}

/**
 * Two groups of the database may be one for the client, for example the empty topic and a topic with its display name.
 */
function add(list: List, key: string, order: Entry['order'], fields: object, ids: string): void {
  const known = list.get(key)
  if (known) known.ids = [...known.ids.split(','), ...ids.split(',')].map(Number).sort(ascending).join(',')
  else list.set(key, { fields, order, ids })
}

function* listText(list: List): Generator<string> {
  const entries = [...list.values()].sort((a, b) => a.order[0] - b.order[0] || compare(a.order[1], b.order[1]))
  let separator = ''
  for (const { fields, ids } of entries) {
    yield `${separator}${JSON.stringify(fields).slice(0, -1)},"unread_message_ids":[${ids}]}`
    separator = ','
  }
}

/** A mention of everybody does not count where the channel or topic is muted. */
const mentionsOf = ({ mentions, wildcards, is_muted: isMuted }: UnreadGroup): number[] => [
  ...(mentions ?? []),
  ...(isMuted ? [] : (wildcards ?? [])),
]

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const ascending = (a: number, b: number): number => a - b
