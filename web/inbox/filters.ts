import { signal } from '@preact/signals'
import { channel } from '../channels/store.ts'
import { isFollowed } from '../conversations/topic-policy.ts'
import type { CountedPlace } from '../messages/count-unread.ts'

export const FILTERS = ['all', 'mentions', 'followed', 'direct'] as const

/** Which of the unread conversations are shown: one kind, or those of a folder. */
export type Filter = (typeof FILTERS)[number] | { readonly folderId: number }

export const filter = signal<Filter>('all')

export function isShown(row: CountedPlace, wanted: Filter): boolean {
  const { place, mentions } = row
  if (typeof wanted === 'object')
    return place.kind === 'channel' && channel(place.streamId)?.folder_id === wanted.folderId
  switch (wanted) {
    case 'all':
      return true
    case 'mentions':
      return mentions > 0
    case 'followed':
      return isFollowed(place)
    case 'direct':
      return place.kind === 'direct'
  }
}
