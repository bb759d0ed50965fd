import { type Narrow, term } from '../../client/messages/narrow.ts'
import { listing } from '../conversations/store.ts'
import { foldName } from '../kernel/fold-name.ts'
import { address } from '../kernel/navigation.ts'
import { type TextKey, t } from '../kernel/texts.ts'
import type { IconName } from '../ui/icon-drawing.ts'
import type { Entry } from './entries.ts'

const entry = (name: string, note: string, icon: IconName, narrow: Narrow, keys?: string): Entry => ({
  key: `search ${icon}`,
  kind: 'view',
  name,
  note,
  icon,
  folded: foldName(name),
  near: 0,
  used: 0,
  to: { view: 'search', narrow },
  isSearch: true,
  ...(keys !== undefined && { keys }),
})

const HERE: Readonly<Record<string, TextKey>> = {
  topic: 'palette.inTopic',
  channel: 'palette.inChannel',
  topics: 'palette.inChannel',
  direct: 'palette.inConversation',
}

/** Searches for the words: everywhere, and in what is open. */
export function searchEntries(words: string): Entry[] {
  if (words === '') return []
  const here = address.peek()
  const text = HERE[here.view]
  const narrow = here.view === 'topics' ? [term('channel', here.channelId)] : (listing.peek()?.narrow ?? [])
  const search = term('search', words)
  return [
    entry(t('palette.searchFor', { words }), t('palette.everywhere'), 'search', [search], 'Ctrl Enter'),
    ...(text && narrow.length > 0 ? [entry(t(text, { words }), '', 'hash', [...narrow, search])] : []),
  ]
}
