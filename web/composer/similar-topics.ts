import { foldCase } from '../../api/fold-case.ts'
import { topicsOf } from '../channels/topics.ts'
import { navigate } from '../kernel/navigation.ts'
import { focusComposerOf } from './focus-composer.ts'
import { dropDraft, keepDraft, readDraft } from './keep-draft.ts'
import { joined, newTopicIn, setWritten, type Target, targetKey, written } from './store.ts'

const MAX_SIMILAR_TOPICS = 5
const SHORTEST = 3

const wordsOf = (text: string): string[] =>
  foldCase(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= SHORTEST)

/** The same word in other forms: `backup` and `backups`. */
const isAlike = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a)

/** Topics that share words with what is typed, those with the most first. The newest come first among equals. */
export function similarTopics(channelId: number, typed: string): string[] {
  const words = wordsOf(typed)
  return (topicsOf(channelId).value ?? [])
    .map(({ name: topic }) => {
      const own = wordsOf(topic)
      return { topic, shared: words.filter((word) => own.some((one) => isAlike(one, word))).length }
    })
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared)
    .slice(0, MAX_SIMILAR_TOPICS)
    .map(({ topic }) => topic)
}

/** A topic in pieces: the words that it shares with what is typed, and what stands between them. */
export function partsOf(topic: string, typed: string): { readonly text: string; readonly isShared: boolean }[] {
  const words = wordsOf(typed)
  return topic.split(/([\p{L}\p{N}]+)/u).flatMap((text) => {
    const [own] = wordsOf(text)
    const isShared = own !== undefined && words.some((word) => isAlike(own, word))
    return text === '' ? [] : [{ text, isShared }]
  })
}

/** Writes to a topic that exists instead of a new one. What was written goes with it. */
export async function useTopic(channelId: number, topic: string): Promise<void> {
  const from: Target = { kind: 'new-topic', channelId }
  const to: Target = { kind: 'place', place: { kind: 'channel', streamId: channelId, topic } }
  const { content } = written(targetKey(from)).peek()
  await readDraft(to)
  setWritten(targetKey(to), { content: joined(written(targetKey(to)).peek().content, content) })
  keepDraft(to)
  dropDraft(from)
  newTopicIn.value = null
  navigate({ view: 'topic', channelId, topic })
  focusComposerOf(targetKey(to))
}
