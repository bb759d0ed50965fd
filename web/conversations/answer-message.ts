import { placeOf } from '../../client/model/place.ts'
import { keepDraft, readDraft } from '../composer/keep-draft.ts'
import { reply } from '../composer/reply.ts'
import { startTopic } from '../composer/start-topic.ts'
import { joined, setWritten, type Target, targetKey, written } from '../composer/store.ts'
import { takeTyped } from '../kernel/keyboard.ts'
import { onReply, type Reply } from '../messages/reply.ts'
import { messages } from '../messages/store.ts'
import { nameOf, ownId } from '../people/store.ts'
import { listing } from './store.ts'

/** Puts Markdown behind what is written there already. */
async function append(target: Target, content: string): Promise<void> {
  const key = targetKey(target)
  await readDraft(target)
  setWritten(key, { content: joined(written(key).peek().content, content) })
  keepDraft(target)
}

async function answer({ messageId, quote }: Reply): Promise<void> {
  const one = messages.get(messageId)
  if (!one) return
  const place = placeOf(one, ownId())
  if (quote !== undefined) await append({ kind: 'place', place }, quote)
  reply(place, nameOf(one.sender_id) ?? one.sender_full_name, listing.peek()?.place)
}

/** Opens the composer for the conversation of a message that somebody wants to answer, or for a topic that it leads to. */
export const startAnswering = (): void =>
  onReply({
    reply: (wanted) => void answer(wanted),
    async startTopic(channelId, content) {
      const target = { kind: 'new-topic', channelId } as const
      await append(target, content)
      const key = targetKey(target)
      setWritten(key, { topic: written(key).peek().topic + takeTyped() })
      startTopic(channelId)
    },
    keep: (place, content) => void append({ kind: 'place', place }, content),
  })
