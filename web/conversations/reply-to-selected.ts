import { placeOf } from '../../client/model/place.ts'
import { reply } from '../composer/reply.ts'
import type { Shortcut } from '../kernel/keyboard.ts'
import { messages } from '../messages/store.ts'
import { nameOf, ownId } from '../people/store.ts'
import { listing, selected } from './store.ts'

/** In a list of several conversations, the message with the focus says which one is answered. */
function replyToSelected(): boolean {
  const one = selected.value === null ? undefined : messages.get(selected.value)
  if (!one || listing.value?.place) return false
  reply(placeOf(one, ownId()), nameOf(one.sender_id) ?? one.sender_full_name, undefined)
  return true
}

export const replyKeys: readonly Shortcut[] = [{ keys: ['r'], run: replyToSelected }]
