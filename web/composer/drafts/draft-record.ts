import type { Draft } from '../../../api/objects/personal.ts'
import { directPlace, placeKey } from '../../../client/model/place.ts'
import type { StoredDraft } from '../../kernel/storage/storage.ts'
import { type Target, targetKey } from '../store.ts'

/** A draft of its own is beside the one that the composer of its conversation shows. */
const OWN = /^own:[^|]*\|/
let lastOwn = 0

export const isOwnKey = (key: string): boolean => OWN.test(key)
export const ownKey = (target: Target): string => `own:${Date.now()}-${++lastOwn}|${targetKey(target)}`

/** The target of a stored draft. The key has the topic in small letters, so its spelling is stored beside it. */
export function targetOf({ place: key, topic = '' }: Pick<StoredDraft, 'place' | 'topic'>): Target {
  const home = key.replace(OWN, '')
  if (home.startsWith('new:')) return { kind: 'new-topic', channelId: Number(home.slice(4)) }
  if (home.startsWith('dm:')) {
    const others = home.slice(3).split(',').filter(Boolean).map(Number)
    return { kind: 'place', place: { kind: 'direct', others } }
  }
  return { kind: 'place', place: { kind: 'channel', streamId: Number.parseInt(home, 10), topic } }
}

/** Where a draft of the server goes. Null if that is not known yet. */
export function targetOfDraft({ type, to, topic }: Draft, ownId: number): Target | null {
  const [streamId] = to
  if (type === 'private') return { kind: 'place', place: directPlace(to, ownId) }
  if (type === '' || streamId === undefined) return null
  return { kind: 'place', place: { kind: 'channel', streamId, topic } }
}

export const keyOfDraft = (draft: Draft, ownId: number): string | null => {
  const target = targetOfDraft(draft, ownId)
  return target?.kind === 'place' ? placeKey(target.place) : null
}

/** The server stores a text without blank lines at its start and blanks at its end. */
const stored = (content: string): string => content.trimEnd().replace(/^\n+/, '')

/** The same for the same text with the same topic. */
export const versionOf = ({ content, topic = '' }: { content: string; topic?: string | undefined }): string =>
  `${topic.trim()}\n${stored(content)}`

export const isChanged = (record: StoredDraft): boolean => record.synced !== versionOf(record)

/** A draft for the server. Null if the server cannot hold it: a topic without a name, or a text that it would cut. */
export function asDraft(record: StoredDraft, ownId: number, mostCharacters: number): Draft | null {
  const target = targetOf(record)
  const timestamp = Math.floor(record.savedAt / 1000)
  if (record.content.trim() === '' || [...record.content].length > mostCharacters) return null
  const text = { content: record.content, timestamp }
  if (target.kind === 'new-topic') {
    const topic = (record.topic ?? '').trim()
    return topic === '' ? null : { type: 'stream', to: [target.channelId], topic, ...text }
  }
  const { place } = target
  if (place.kind === 'channel') return { type: 'stream', to: [place.streamId], topic: place.topic, ...text }
  return { type: 'private', to: place.others.length > 0 ? [...place.others] : [ownId], topic: '', ...text }
}
