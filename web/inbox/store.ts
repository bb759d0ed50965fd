import { computed, effect, signal } from '@preact/signals'
import { type Channel, channels, folders } from '../channels/store.ts'
import { remembered } from '../kernel/remembered.ts'
import type { CountedPlace } from '../messages/count-unread.ts'
import { counts } from '../messages/counts.ts'
import { recents } from '../messages/recent.ts'
import { arrange, type Hold, type InboxSection, type Layout } from './arrange.ts'
import { FILTERS, filter, isShown } from './filters.ts'

function newestFirst(rows: readonly CountedPlace[]): CountedPlace[] {
  const known = recents.value
  const newest = new Map(rows.map((row) => [row, known?.get(row.key)?.messageId ?? row.newest]))
  return rows.toSorted((a, b) => newest.get(b)! - newest.get(a)!)
}

const folderOrder = computed(() => new Map(folders.value.map(({ id }, index) => [id, index])))

/** Pinned channels first, then those of each folder. */
const orderOf = ({ pin_to_top, folder_id }: Channel): number =>
  pin_to_top ? -1 : (folderOrder.value.get(folder_id ?? -1) ?? folderOrder.value.size)

/** The conversations with something unread that are not muted. */
const unmuted = computed(() => [...counts.value.places.values()].filter((one) => !one.isMuted))

export const conversationCount = computed(() => unmuted.value.length)

/** How many conversations each filter shows. */
export const filterCounts = computed(
  () => new Map(FILTERS.map((one) => [one, unmuted.value.filter((row) => isShown(row, one)).length])),
)

/** Direct messages, then the channels, each with the conversations that have something unread. */
const wanted = computed((): Layout => {
  const shown = unmuted.value.filter((row) => isShown(row, filter.value))
  const direct = newestFirst(shown.filter(({ place }) => place.kind === 'direct'))
  const byChannel = Map.groupBy(
    shown.filter(({ place }) => place.kind === 'channel'),
    ({ place }) => (place.kind === 'channel' ? place.streamId : -1),
  )
  const inChannels = [...byChannel]
    .flatMap(([id, rows]) => {
      const channel = channels.value.get(id)
      return channel ? [{ id: `${id}`, channel, order: orderOf(channel), rows: newestFirst(rows) }] : []
    })
    .sort((a, b) => a.order - b.order || a.channel.name.localeCompare(b.channel.name))
  return [...(direct.length > 0 ? [{ id: 'direct', rows: direct }] : []), ...inChannels]
})

/** What the person points at or has focused. */
export const hold = signal<Hold>(null)

let last: { readonly layout: Layout; readonly filter: unknown } = { layout: [], filter: null }

/** What is on the screen. It follows from what was there before, so that nothing moves under the pointer. */
export const layout = computed((): Layout => {
  const isOther = last.filter !== filter.value
  last = { layout: isOther ? wanted.value : arrange(last.layout, wanted.value, hold.value), filter: filter.value }
  return last.layout
})

export const rows = computed(() => layout.value.flatMap((section) => section.rows))

/** The row that the keys begin with, and the only tab stop. */
export const current = signal<string | null>(null)
/** The row that the person focused or rested on last. */
export const pointedAt = signal<string | null>(null)

// The next unread conversations have nothing to do with where one was in these.
effect(() => {
  if (conversationCount.value > 0) return
  current.value = null
  pointedAt.value = null
})

export const rowAt = (key: string | null): CountedPlace | undefined => rows.value.find((row) => row.key === key)

/** What the preview shows: that row as long as it is in the list, else the first one. */
export const previewed = computed(() => {
  const row = rowAt(pointedAt.value) ?? (conversationCount.value > 0 ? rows.value[0] : undefined)
  return row ? { key: row.key, place: row.place } : null
})

export const sumOf = ({ rows }: InboxSection): number => rows.reduce((sum, { unread }) => sum + unread, 0)

const folded = remembered<readonly string[]>('inbox-folded', [])

const foldId = ({ channel }: InboxSection): string => `${channel?.stream_id ?? 'direct'}`

export const isFolded = (section: InboxSection): boolean => folded.value.value.includes(foldId(section))

export function toggleFold(section: InboxSection): void {
  const id = foldId(section)
  const others = folded.value.value.filter((one) => one !== id)
  folded.set(isFolded(section) ? others : [...others, id])
}
