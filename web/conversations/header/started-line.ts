import type { Channel } from '../../channels/store.ts'
import { t } from '../../kernel/texts.ts'
import { monthDay } from '../../kernel/time.ts'
import { message, stretch } from '../../messages/store.ts'
import { shortNameOf } from '../../people/store.ts'
import type { Listing } from '../narrow-of.ts'

/** How many people are in the channel, and who began the topic, as far as it is known. */
export function startedLine(home: Channel | undefined, { narrow }: Listing): string {
  const count = home?.subscriber_count
  const people = count === undefined ? '' : t('channel.people', { count: Math.round(count) })
  const known = stretch(narrow).value
  const first = known?.isFromOldest && known.ids[0] !== undefined ? message(known.ids[0]).value : undefined
  if (!first) return people
  const name = shortNameOf(first.sender_id) ?? first.sender_full_name
  return [people, t('topic.started', { name, date: monthDay(first.timestamp) })].filter(Boolean).join(' · ')
}
