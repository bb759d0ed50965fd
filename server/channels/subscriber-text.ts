import type { RealmState } from '../realm-state/realm-state.ts'
import type { IntSet } from '../realm-state/structures/int-set.ts'

interface Written {
  readonly version: number
  readonly text: string | Buffer
}

const written = new WeakMap<IntSet, Written>()

/** Longer texts are kept as bytes: they go into the answer as they are. */
const LONG = 4_096

/**
 * The ids of a channel's subscribers of this moment, in order, as JSON. Now only what is needed for that is taken; what
 * has not been written since the last change is written when it is asked for.
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
