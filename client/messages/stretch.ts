import type { FetchedMessage } from '../../api/objects/message.ts'
import type { Narrow } from './narrow.ts'

/** What is known of a narrow: all its messages from the first of these ids to the last. */
export interface Stretch {
  readonly narrow: Narrow
  /** Ascending. */
  readonly ids: readonly number[]
  /** There are no earlier messages. */
  readonly isFromOldest: boolean
  /** There are no later messages. */
  readonly isToNewest: boolean
  /** A message that was never fetched belongs into it: it has to be fetched again. */
  readonly isStale: boolean
}

export interface Page {
  readonly messages: readonly FetchedMessage[]
  readonly found_oldest: boolean
  readonly found_newest: boolean
}

/** Where a page stands: instead of the stretch, before it, or after it. */
export type Side = 'whole' | 'older' | 'newer'

const ascending = (a: number, b: number): number => a - b

export const union = (one: readonly number[], other: readonly number[]): number[] =>
  [...new Set([...one, ...other])].sort(ascending)

export function withPage(known: Stretch | undefined, narrow: Narrow, page: Page, side: Side): Stretch {
  const ids = page.messages.map(({ id }) => id)
  if (known === undefined || side === 'whole')
    return { narrow, ids, isFromOldest: page.found_oldest, isToNewest: page.found_newest, isStale: false }
  return {
    ...known,
    ids: union(known.ids, ids),
    isFromOldest: side === 'older' ? page.found_oldest : known.isFromOldest,
    isToNewest: side === 'newer' ? page.found_newest : known.isToNewest,
  }
}

/** Is a message with this id inside what is known? */
export function covers({ ids, isFromOldest, isToNewest }: Stretch, id: number): boolean {
  const [first, last] = [ids[0], ids.at(-1)]
  if (first === undefined || last === undefined) return isFromOldest && isToNewest
  return (isFromOldest || id > first) && (isToNewest || id < last)
}

export const without = (stretch: Stretch, gone: ReadonlySet<number>): Stretch =>
  stretch.ids.some((id) => gone.has(id)) ? { ...stretch, ids: stretch.ids.filter((id) => !gone.has(id)) } : stretch
