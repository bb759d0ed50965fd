import { computed } from '@preact/signals'
import { ownId } from '../../people/store.ts'
import type { Target } from '../store.ts'
import { targetOf, targetOfDraft } from './draft-record.ts'
import { records } from './records.ts'
import { serverDrafts } from './server-drafts.ts'

/** A text that is not sent, of this browser or of another device. */
export interface ListedDraft {
  readonly id: string
  /** Null if nobody has said yet where it goes. */
  readonly target: Target | null
  /** The topic as it is spelled, also of a new one. Empty for direct messages. */
  readonly topic: string
  readonly text: string
  /** When it was last changed, in seconds since 1970. */
  readonly at: number
}

export const serverDraftId = (id: number): string => `server:${id}`

/** All drafts of the person, the newest first. */
export const drafts = computed((): readonly ListedDraft[] => {
  const here = [...records.value.values()]
  const ids = new Set(here.map(({ serverId }) => serverId))
  const local = here
    .filter(({ content }) => content.trim() !== '')
    .map((one): ListedDraft => {
      const { place: id, topic = '', content: text, savedAt } = one
      return { id, target: targetOf(one), topic, text, at: savedAt / 1000 }
    })
  const others = serverDrafts.value
    .filter(({ id }) => !ids.has(id))
    .map((one): ListedDraft => {
      const { id, topic, content: text, timestamp = 0 } = one
      return { id: serverDraftId(id), target: targetOfDraft(one, ownId()), topic, text, at: timestamp }
    })
  return [...local, ...others].sort((a, b) => b.at - a.at)
})
