import type { Event, EventOf } from '../../api/events/index.ts'
import type { FetchedMessage } from '../../api/objects/message.ts'
import { deletedIds } from '../../client/model/deleted-ids.ts'
import { placeOf } from '../../client/model/place.ts'
import { placeName } from '../conversations/place-name.ts'
import { onEvent } from '../kernel/state.ts'
import { t } from '../kernel/texts.ts'
import { messageHref } from '../messages/message-address.ts'
import { plainStart } from '../messages/plain-start.ts'
import { avatarOf, nameOf, ownId } from '../people/store.ts'
import { permission, readPermission, showsDirectContent } from './store.ts'
import { isFirstTab, isLookedAt, startLooking } from './tabs.ts'
import { whyNotify } from './why-notify.ts'

/** What is shown, by message. */
const shown = new Map<number, Notification>()

function textOf(message: FetchedMessage, why: 'direct' | 'mention'): { title: string; body: string } {
  const name = nameOf(message.sender_id) ?? message.sender_full_name
  const words = plainStart(message.content)
  const place = placeOf(message, ownId())
  if (why === 'mention')
    return { title: t('notifications.mentioned', { name }), body: `#${placeName(place)}\n${words}` }
  const isGroup = place.kind === 'direct' && place.others.length > 1
  const title = isGroup ? t('notifications.group', { name, people: placeName(place) }) : name
  return { title, body: showsDirectContent.peek() ? words : t('notifications.direct') }
}

function show(message: FetchedMessage, why: 'direct' | 'mention'): void {
  const { title, body } = textOf(message, why)
  const icon = avatarOf(message.sender_id) ?? message.avatar_url
  // Sounds stay off, as the question has promised.
  const one = new Notification(title, { body, tag: `parley-${message.id}`, silent: true, ...(icon && { icon }) })
  one.onclick = () => {
    window.focus()
    location.hash = messageHref(message)
    one.close()
  }
  one.onclose = () => shown.delete(message.id)
  shown.set(message.id, one)
}

async function consider(event: EventOf<'message'>): Promise<void> {
  const why = whyNotify(event)
  if (permission.peek() !== 'granted' || !why) return
  const message: FetchedMessage = { ...event.message, flags: event.flags }
  if (await isLookedAt(placeOf(message, ownId()))) return
  if (await isFirstTab(message.id)) show(message, why)
}

/** Messages that were read or deleted need nobody any more. */
function forget(event: Event): void {
  if (event.type === 'delete_message') for (const id of deletedIds(event)) shown.get(id)?.close()
  if (event.type !== 'update_message_flags' || event.flag !== 'read' || event.op !== 'add') return
  for (const id of event.all ? [...shown.keys()] : event.messages) shown.get(id)?.close()
}

/** Tells the person of direct messages and mentions while the app is open. */
export function startNotifying(): void {
  addEventListener('focus', readPermission)
  startLooking()
  onEvent((event) => {
    if (event.type === 'message') void consider(event)
    else forget(event)
  })
}
