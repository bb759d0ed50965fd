import type { Channel } from '../channels/store.ts'
import type { CountedPlace } from '../messages/count-unread.ts'

export interface InboxSection {
  readonly id: string
  /** Undefined for direct messages. */
  readonly channel?: Channel | undefined
  readonly rows: readonly CountedPlace[]
}

export type Layout = readonly InboxSection[]

/** What the person points at: the whole list may not move, or one row has to stay. */
export type Hold = { readonly kind: 'list' } | { readonly kind: 'row'; readonly key: string } | null

const rowsByKey = (layout: Layout): Map<string, CountedPlace> =>
  new Map(layout.flatMap(({ rows }) => rows.map((row) => [row.key, row] as const)))

const asRead = (row: CountedPlace): CountedPlace => ({ ...row, unread: 0, mentions: 0 })

/** Every row stays where it is. What is new comes after all of them, in sections of its own. */
function frozen(before: Layout, wanted: Layout): Layout {
  const now = rowsByKey(wanted)
  const known = rowsByKey(before)
  const kept = before.map((section) => ({
    ...section,
    rows: section.rows.map((row) => now.get(row.key) ?? asRead(row)),
  }))
  for (const { id, channel, rows } of wanted) {
    const fresh = rows.filter((row) => !known.has(row.key))
    const last = kept.at(-1)
    if (fresh.length === 0) continue
    if (last && last.channel?.stream_id === channel?.stream_id) last.rows.push(...fresh)
    else kept.push({ id: `${id} ${kept.length}`, channel, rows: fresh })
  }
  return kept
}

/** Everything is where it belongs, and one row stays although it is read. */
function withRow(before: Layout, wanted: Layout, key: string): Layout {
  if (rowsByKey(wanted).has(key)) return wanted
  const home = before.find(({ rows }) => rows.some((row) => row.key === key))
  const index = home?.rows.findIndex((row) => row.key === key) ?? -1
  const row = home?.rows[index]
  if (!home || !row) return wanted
  const read = asRead(row)
  const isHome = (one: InboxSection) => one.channel?.stream_id === home.channel?.stream_id
  if (wanted.some(isHome))
    return wanted.map((one) => (isHome(one) ? { ...one, rows: one.rows.toSpliced(index, 0, read) } : one))
  return wanted.toSpliced(before.indexOf(home), 0, { ...home, rows: [read] })
}

/** The next layout after one that is on the screen: nothing moves under the pointer, and a focused row stays. */
export function arrange(before: Layout, wanted: Layout, hold: Hold): Layout {
  if (hold === null) return wanted
  return hold.kind === 'list' ? frozen(before, wanted) : withRow(before, wanted, hold.key)
}
