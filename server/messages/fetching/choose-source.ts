import type { NarrowTerm } from '../../../api/objects/narrow.ts'
import { isSignedIn } from '../../kernel/actor.ts'
import { USER_BIT } from '../../kernel/ledger/message-flags.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'
import { sourceOfFlagged, sourceOfMentions } from './flag-source.ts'
import { type MessageSource, type PageRequest, sourceOf, sourceOfFew, sourceOfReactedTo } from './message-source.ts'
import { directConversations, followedTopics, mutedTopics, resolvedTopics, topicsNamed } from './narrow-places.ts'
import { personIn } from './narrow-terms.ts'
import { sourceOfCommonPhrase } from './nearest-first.ts'
import { type Places, receivedPlaces, sourceInMany, sourceInPlaces } from './place-source.ts'
import { withUnread } from './unread-source.ts'
import type { Reader } from './visitor-access.ts'

type Term = Pick<NarrowTerm, 'operator' | 'operand'>

export const asksForReactions = ({ operator, operand, negated }: NarrowTerm): boolean =>
  operator === 'has' && operand === 'reaction' && !negated

const FLAGS: Readonly<Record<string, number>> = { starred: USER_BIT.starred, alerted: USER_BIT.alertWord }
const SEARCHED = new Set(['id', 'search', 'mentions'])
const INDEXED = new Set(['sender', 'has'])
const NAMED = new Set(['channel', 'stream', 'dm', 'pm-with', 'pm_with'])

export interface NarrowFacts {
  readonly narrow: readonly NarrowTerm[]
  readonly channel: Channel | undefined
  readonly hasPhrase: boolean
  /** A phrase whose words are common. */
  readonly hasCommonPhrase: boolean
}

/** Decides where the search for the messages of a narrow starts: where the fewest of others are read. */
export function chooseSource(reader: Reader, wanted: PageRequest, facts: NarrowFacts): MessageSource {
  const terms = facts.narrow.filter(({ negated }) => !negated)
  const indexed = indexedSource(reader, wanted, facts, terms)
  if (indexed) return withUnread(indexed, true)
  if (terms.some(({ operator }) => NAMED.has(operator))) return withUnread(sourceOf(wanted), false)
  const places: Places = wanted.within ? { kind: 'conversation', ids: wanted.within } : receivedPlaces(wanted)
  return withUnread(sourceInMany(wanted, places), false)
}

function indexedSource(
  reader: Reader,
  wanted: PageRequest,
  facts: NarrowFacts,
  terms: readonly NarrowTerm[],
): MessageSource | undefined {
  if (terms.some(({ operator }) => operator === 'id')) return sourceOf(wanted)
  const flag = terms.find((term) => term.operator === 'is' && Object.hasOwn(FLAGS, String(term.operand)))
  if (flag) return sourceOfFlagged(wanted, FLAGS[String(flag.operand)]!)
  if (terms.some((term) => term.operator === 'is' && term.operand === 'mentioned')) return sourceOfMentions(wanted)
  const places = terms.flatMap((term) => placesOf(reader, term, facts.channel) ?? [])
  const direct = places.find(({ kind }) => kind === 'conversation')
  if (direct) return sourceInPlaces(wanted, direct)
  const isSearched = terms.some(({ operator }) => SEARCHED.has(operator))
  // The planner does not know how rare reactions are.
  if (facts.hasCommonPhrase) return sourceOfCommonPhrase(wanted)
  if (facts.hasPhrase) return sourceOfFew(wanted)
  if (isSearched) return terms.some(asksForReactions) ? sourceOfFew(wanted) : sourceOf(wanted)
  if (places[0]) return sourceInPlaces(wanted, places[0])
  const isNamed = terms.some(({ operator }) => NAMED.has(operator) || operator === 'sender')
  if (terms.some(asksForReactions) && !isNamed) return sourceOfReactedTo(wanted)
  return terms.some(({ operator }) => INDEXED.has(operator)) ? sourceOf(wanted) : undefined
}

/** The topics or direct conversations that a term names. */
function placesOf(reader: Reader, { operator, operand }: Term, channel: Channel | undefined): Places | undefined {
  const { realm } = reader
  if (operator === 'topic') return topicsNamed(realm.id, String(operand), channel)
  if (operator === 'is' && operand === 'resolved') return resolvedTopics(realm.id, channel)
  if (!isSignedIn(reader)) return undefined
  const userId = reader.user.id
  if (operator === 'is' && operand === 'followed') return followedTopics(userId, channel)
  if (operator === 'is' && operand === 'muted') return mutedTopics(reader, channel)
  const person = personIn(reader, { operator, operand })
  if (person !== undefined) return directConversations(realm.id, userId, person)
  if (operator === 'is' && (operand === 'dm' || operand === 'private')) return directConversations(realm.id, userId)
  return undefined
}
