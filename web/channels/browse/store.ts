import { foldCase } from '../../../api/fold-case.ts'
import { type Channel, channels, folders } from '../store.ts'

export const SHOWN = ['all', 'notJoined', 'joined'] as const
export type ChannelFilter = (typeof SHOWN)[number]

export interface Shelf {
  readonly folderId: number | null
  readonly title: string | null
  readonly channels: readonly Channel[]
}

const isShown = (one: Channel, shown: ChannelFilter): boolean =>
  shown === 'all' || one.isSubscribed === (shown === 'joined')

/** Every channel that the person may know of and that is not archived. */
export const visibleChannels = (): readonly Channel[] => [...channels.value.values()].filter((one) => !one.is_archived)

export const countShown = (shown: ChannelFilter): number =>
  visibleChannels().filter((one) => isShown(one, shown)).length

/** The channels in their folders, those without one last. Names that begin with the searched words come first. */
export function shelves(searched: string, shown: ChannelFilter, folderId: number | null): readonly Shelf[] {
  const wanted = foldCase(searched.trim())
  const known = new Map(folders.value.map((one) => [one.id, one.name]))
  const titleOf = (one: Channel) => (one.folder_id == null ? undefined : known.get(one.folder_id))
  const fits = (one: Channel) =>
    [one.name, one.description, titleOf(one) ?? ''].some((text) => foldCase(text).includes(wanted))
  const rank = (one: Channel) => (foldCase(one.name).startsWith(wanted) ? 0 : 1)
  const found = visibleChannels()
    .filter((one) => isShown(one, shown) && fits(one))
    .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
  const inFolder = (id: number | null) =>
    found.filter((one) => (titleOf(one) === undefined ? null : one.folder_id) === id)
  return [...folders.value.map(({ id, name }) => ({ folderId: id, title: name })), { folderId: null, title: null }]
    .filter((one) => folderId === null || one.folderId === folderId)
    .map((one) => ({ ...one, channels: inFolder(one.folderId) }))
    .filter((one) => one.channels.length > 0)
}
