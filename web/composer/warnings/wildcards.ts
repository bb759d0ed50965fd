import { channel } from '../../channels/store.ts'
import { state } from '../../kernel/state.ts'
import { isAllowed } from '../../people/groups.ts'
import { ownId } from '../../people/store.ts'
import type { Target } from '../store.ts'
import { subscribersIn, writersIn } from '../typeahead/nearness.ts'

/** More than these are many, and not everybody may mention many people together. */
const MANY = 15

export type Wildcard = 'all' | 'topic'

/** How many people a mention of everybody reaches, as far as this browser knows. */
export function reachOf(word: Wildcard, target: Target): number {
  if (target.kind === 'place' && target.place.kind === 'direct') return target.place.others.length
  if (word === 'topic')
    return target.kind === 'place' && target.place.kind === 'channel' ? writersIn(target.place).size : 0
  const id =
    target.kind === 'new-topic' ? target.channelId : target.place.kind === 'channel' ? target.place.streamId : -1
  return subscribersIn(id)?.size ?? channel(id)?.subscriber_count ?? 0
}

/** May the person mention everybody of a channel or topic? The server has the last word. */
export function mayMentionAll(word: Wildcard, target: Target): boolean {
  if (target.kind === 'place' && target.place.kind === 'direct') return true
  const setting = state.value?.realm_can_mention_many_users_group
  return reachOf(word, target) <= MANY || setting === undefined || isAllowed(setting, ownId())
}
