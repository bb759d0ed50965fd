import { signal } from '@preact/signals'
import { foldCase } from '../../api/fold-case.ts'
import { directPlace, placeKey } from '../../client/model/place.ts'
import { navigate } from '../kernel/navigation.ts'
import { isActive, ownId, type Person, people } from '../people/store.ts'
import { focusNextComposerOf } from './focus-composer.ts'
import { dropDraft, keepDraft } from './keep-draft.ts'
import { joined, kept, newTopicIn, replying, setWritten, type Target, targetKey, written } from './store.ts'

/** Is somebody choosing whom to write to? */
export const isChoosing = signal(false)

/** What the message begins with. */
let text = ''
export const beginning = (): string => text

/** Begins a direct message: asks to whom. */
export const chooseRecipients = (): void => chooseRecipientsOf('')

/** The same for a text that is written already. */
export function chooseRecipientsOf(content: string): void {
  text = content
  // Another composer would stand in its place. Its text is kept as a draft.
  newTopicIn.value = null
  replying.value = null
  kept.value = null
  isChoosing.value = true
}

/** Goes back to what was open before. */
export const stopChoosing = (): void => {
  isChoosing.value = false
}

const targetOf = (ids: readonly number[]): Target => ({ kind: 'place', place: directPlace(ids, ownId()) })

/** The text goes along when other people are chosen. Returns what belongs to nobody yet. */
export function carryText(from: readonly number[], to: readonly number[], loose: string): string {
  const content = from.length > 0 ? written(targetKey(targetOf(from))).peek().content : loose
  if (from.length > 0) dropDraft(targetOf(from))
  if (to.length === 0) return content
  if (content.trim() !== '') {
    const key = targetKey(targetOf(to))
    setWritten(key, { content: joined(written(key).peek().content, content) })
    keepDraft(targetOf(to))
  }
  return ''
}

/** Opens the conversation with these people, ready to write on. */
export function openDirect(ids: readonly number[]): void {
  stopChoosing()
  navigate({ view: 'direct', ids: ids.length > 0 ? ids : [ownId()] })
  focusNextComposerOf(placeKey(directPlace(ids, ownId())))
}

const MAX_SUGGESTED_PEOPLE = 8

/** How well a name fits what was typed: 0 is best. Undefined if it does not. */
function rankOf(name: string, typed: string): number | undefined {
  const folded = foldCase(name)
  if (folded.startsWith(typed)) return 0
  return folded.split(/[\s-]+/u).some((word) => word.startsWith(typed)) ? 1 : undefined
}

/** The people whose names begin with what was typed, the best first. */
export function suggestedPeople(typed: string, chosen: readonly number[]): Person[] {
  const wanted = foldCase(typed.trim())
  return [...people.value.values()]
    .filter((one) => isActive(one.user_id) && !chosen.includes(one.user_id))
    .flatMap((one) => {
      const rank = rankOf(one.full_name, wanted)
      // People first: messages to bots and notes to oneself are rare.
      return rank === undefined ? [] : [{ one, rank: one.is_bot || one.user_id === ownId() ? 2 : rank }]
    })
    .sort((a, b) => a.rank - b.rank || a.one.full_name.localeCompare(b.one.full_name))
    .slice(0, MAX_SUGGESTED_PEOPLE)
    .map(({ one }) => one)
}
