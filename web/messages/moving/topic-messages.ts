import type { FetchedMessage } from '../../../api/objects/message.ts'
import { term } from '../../../client/messages/narrow.ts'
import { session } from '../../kernel/session.ts'

export interface TopicPlace {
  readonly channelId: number
  readonly topic: string
}

/** All messages of a topic that the person can read, the oldest first. */
export interface TopicMessages extends TopicPlace {
  readonly messages: readonly FetchedMessage[]
  /** False if there are more than are worth fetching. */
  readonly isComplete: boolean
}

const PAGE = 1_000
export const MAX_FETCHED_MESSAGES = 5_000

const fetchPage = ({ channelId, topic }: TopicPlace, anchor: string, num_after: number) =>
  session.call('getMessages', {
    narrow: [term('channel', channelId), term('topic', topic)],
    anchor,
    include_anchor: anchor === 'oldest',
    num_before: 0,
    num_after,
    client_gravatar: false,
    allow_empty_topic_name: true,
  })

export async function fetchTopic(place: TopicPlace): Promise<TopicMessages> {
  const messages: FetchedMessage[] = []
  for (let anchor = 'oldest'; ; anchor = `${messages.at(-1)?.id}`) {
    const page = await fetchPage(place, anchor, PAGE)
    messages.push(...page.messages)
    const isComplete = page.found_newest || page.messages.length === 0
    if (isComplete || messages.length >= MAX_FETCHED_MESSAGES) return { ...place, messages, isComplete }
  }
}

/** How many messages a topic has, at most as many as one page. */
export async function countTopic(place: TopicPlace): Promise<{ count: number; isComplete: boolean }> {
  const page = await fetchPage(place, 'oldest', PAGE)
  return { count: page.messages.length, isComplete: page.found_newest }
}

/** Where a message is now. Undefined if it cannot be seen any more. */
export async function fetchPlace(message_id: number): Promise<TopicPlace | undefined> {
  try {
    const { message } = await session.call('getMessage', { message_id, allow_empty_topic_name: true })
    return message.stream_id === undefined ? undefined : { channelId: message.stream_id, topic: message.subject }
  } catch {
    return undefined
  }
}
