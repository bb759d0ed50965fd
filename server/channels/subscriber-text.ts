import type { RealmState } from '../kernel/realm-state/realm-state.ts'
import type { IntSet } from '../kernel/realm-state/structures/int-set.ts'

interface SubscriberText {
  readonly version: number
  readonly text: string | Buffer
}

const written = new WeakMap<IntSet, SubscriberText>()

/** Longer texts are cached as bytes, which go into the answer without copying. */
const LONG = 4_096

/**
 * The ids of a channel's current subscribers, in order, as JSON. Takes a snapshot now and writes the text later, unless
 * it is still cached from the last change.
 */
export function subscriberText({ memberships }: RealmState, channelId: number): () => string | Buffer {
  const set = memberships.subscriberSet(channelId)
  if (!set) return () => '[]'
  const known = written.get(set)
  if (known?.version === set.version) return () => known.text
  const [version, sorted] = [set.version, set.sortedLater()]
  return () => {
    const text = `[${sorted().join(',')}]`
    const kept = { version, text: text.length < LONG ? text : Buffer.from(text) }
    if ((written.get(set)?.version ?? -1) < version) written.set(set, kept)
    return kept.text
  }
}
