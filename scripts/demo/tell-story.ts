import { markAllAsRead, updateMessageFlags } from '../../api/endpoints/flags.ts'
import { sendMessage, updateMessage } from '../../api/endpoints/messages.ts'
import { addReaction } from '../../api/endpoints/reactions.ts'
import { addSubmessage } from '../../api/endpoints/submessages.ts'
import { uploadFile } from '../../api/endpoints/uploads.ts'
import { updateUserTopic } from '../../api/endpoints/user-topics.ts'
import { type Conversation, type Line, timeOf } from './conversation.ts'
import type { Pictures } from './draw-pictures.ts'
import type { Member, Members } from './organization.ts'
import type { PersonKey } from './people.ts'
import type { StoryClock } from './story-clock.ts'
import { COMMUNITY } from './talk/community.ts'
import { INFRA } from './talk/infra.ts'
import { PRODUCT } from './talk/product.ts'

const CONVERSATIONS: readonly Conversation[] = [...INFRA, ...PRODUCT, ...COMMUNITY]
const POLICIES = { muted: 1, followed: 3 } as const
const RESOLVED = '✔ '
const SETTLED_AFTER = 60_000

export interface Story {
  readonly members: Members
  readonly channels: ReadonlyMap<string, number>
  readonly pictures: Pictures
  readonly clock: StoryClock
  /** Its end, in UNIX milliseconds. */
  readonly end: number
  say(progress: string): void
}

/** Sends everything in the order of its time, then makes Mara's view of it. */
export async function tellStory(story: Story): Promise<void> {
  const sent = new Map<Line, number>()
  const steps = CONVERSATIONS.flatMap((place) => stepsOf(story, place, sent)).sort(
    (one, other) => one.time - other.time,
  )
  for (const [index, { time, run }] of steps.entries()) {
    story.clock.set(time)
    await run()
    if (index % 50 === 49) story.say(`${index + 1} of ${steps.length} steps`)
  }
  story.clock.set(story.end)
  const mara = memberOf(story, 'mara').client
  for (const key of ['mara', ...OTHER_READERS] as const) await memberOf(story, key).client.call(markAllAsRead, {})
  const idsWhere = (is: (said: Line) => boolean) => [...sent].filter(([said]) => is(said)).map(([, id]) => id)
  await mara.call(updateMessageFlags, { messages: idsWhere(({ unread }) => !!unread), op: 'remove', flag: 'read' })
  await mara.call(updateMessageFlags, { messages: idsWhere(({ saved }) => !!saved), op: 'add', flag: 'starred' })
}

/** They have read everything too, so that messages have readers. */
const OTHER_READERS = ['tomasz', 'priya', 'chidera', 'misaki'] as const

interface Step {
  readonly time: number
  run(): Promise<void>
}

/** Its messages, and afterwards what people have set for it and whether it is resolved. */
function stepsOf(story: Story, place: Conversation, sent: Map<Line, number>): Step[] {
  const steps = place.said.map((said) => ({
    time: timeOf(said, story.end),
    run: async () => void sent.set(said, await send(story, place, said)),
  }))
  const last = steps.at(-1)!
  return [...steps, { time: last.time + SETTLED_AFTER, run: () => settle(story, place, sent.get(place.said[0]!)!) }]
}

const memberOf = ({ members }: Story, key: Line['by']): Member => members.get(key)!

async function send(story: Story, place: Conversation, said: Line): Promise<number> {
  const { client, id: senderId } = memberOf(story, said.by)
  const people = (keys: readonly PersonKey[]) => keys.map((key) => memberOf(story, key).id)
  const where =
    'topic' in place
      ? { type: 'channel' as const, to: String(story.channels.get(place.channel)!), topic: place.topic }
      : { type: 'direct' as const, to: JSON.stringify(people(['mara', ...place.with]).filter((id) => id !== senderId)) }
  const content = said.picture ? said.text.replace('{picture}', await upload(story, said)) : said.text
  const [first = content, ...later] = [...(said.earlier ?? []), content]
  const { id } = await client.call(sendMessage, { ...where, content: first, read_by_sender: true })
  for (const text of later) await client.call(updateMessage, { message_id: id, content: text })
  for (const [emoji_name, keys] of Object.entries(said.reactions ?? {}))
    for (const key of keys) await memberOf(story, key).client.call(addReaction, { message_id: id, emoji_name })
  const add = (by: Line['by'], data: object) =>
    memberOf(story, by).client.call(addSubmessage, {
      message_id: id,
      msg_type: 'widget',
      content: JSON.stringify(data),
    })
  for (const [key, option] of Object.entries(said.votes ?? {}))
    await add(key as PersonKey, { type: 'vote', key: `canned,${option}`, vote: 1 })
  for (const task of said.done ?? []) await add(said.by, { type: 'strike', key: `${task},canned` })
  return id
}

async function upload(story: Story, { by, picture = '' }: Line): Promise<string> {
  const filename = story.pictures.get(picture)!
  const { url } = await memberOf(story, by).client.call(uploadFile, { filename })
  return `[${filename.filename}](${url})`
}

/** What people have set for a topic, and whether it is resolved. */
async function settle(story: Story, place: Conversation, first: number): Promise<void> {
  if (!('topic' in place)) return
  const stream_id = story.channels.get(place.channel)!
  const { topic, policy, resolvedBy } = place
  if (policy) {
    const visibility_policy = POLICIES[policy]
    await memberOf(story, 'mara').client.call(updateUserTopic, { stream_id, topic, visibility_policy })
  }
  if (!resolvedBy) return
  await memberOf(story, resolvedBy).client.call(updateMessage, {
    message_id: first,
    topic: RESOLVED + topic,
    propagate_mode: 'change_all',
    send_notification_to_new_thread: true,
    send_notification_to_old_thread: false,
  })
}
