import { compileLinkifier, patternProblem } from '../../../../markdown/linkifiers/compile-linkifier.ts'
import type { Linkifier as Compiled } from '../../../../markdown/linkifiers/linkifier.ts'
import { type TopicLink, topicLinks } from '../../../../markdown/topic-links.ts'
import { getOrMake } from '../../base/get-or-make.ts'
import type { RealmState } from '../realm-state.ts'
import type { Records } from '../record-kinds.ts'
import type { Linkifier } from './linkifier.ts'

/** All linkifiers of an organization, in their order. */
export const orderedLinkifiers = (realm: RealmState): Linkifier[] =>
  [...realm.records.linkifier.values()].sort((a, b) => a.position - b.position || a.id - b.id)

/** What is made of one set of linkifiers. */
interface PreparedLinkifiers {
  readonly version: number
  readonly compiled: readonly Compiled[]
  readonly topics: Map<string, readonly TopicLink[]>
}

const prepared = new WeakMap<Records['linkifier'], PreparedLinkifiers>()

/** The same topics are shown again and again; this many are kept per organization. */
const MAX_CACHED_TOPICS = 1000

/** Made once per change of the linkifiers, not once per message. */
function prepare(realm: RealmState): PreparedLinkifiers {
  const records = realm.records.linkifier
  const known = prepared.get(records)
  if (known?.version === records.version) return known
  // A later release of the engine may refuse a pattern that an earlier one accepted. Messages must still be rendered.
  const usable = orderedLinkifiers(realm).filter(({ pattern }) => patternProblem(pattern) === undefined)
  const made = { version: records.version, compiled: usable.map(compileLinkifier), topics: new Map() }
  prepared.set(records, made)
  return made
}

/** Returns them for the Markdown engine. */
export const compiledLinkifiers = (realm: RealmState): readonly Compiled[] => prepare(realm).compiled

/** The links in the name of a topic. */
export function linksInTopic(realm: RealmState, topic: string): readonly TopicLink[] {
  const { compiled, topics } = prepare(realm)
  if (topics.size >= MAX_CACHED_TOPICS && !topics.has(topic)) topics.clear()
  return getOrMake(topics, topic, () => topicLinks(topic, compiled))
}
