import { effect } from '@preact/signals'
import type { EventOf } from '../../../api/events/index.ts'
import type { FetchedMessage } from '../../../api/objects/message.ts'
import { deletedIds } from '../../../client/model/deleted-ids.ts'
import { channelName, shownTopic } from '../../channels/store.ts'
import { alarm, showToast } from '../../kernel/announce.ts'
import { visit } from '../../kernel/navigation.ts'
import { onEvent } from '../../kernel/state.ts'
import { t } from '../../kernel/texts.ts'
import { editing } from '../editing/edit-message.ts'
import { closeLayer, isDialog, layer, openLayer } from '../layer.ts'
import { messages } from '../store.ts'

const isShown = (id: number): boolean => document.querySelector(`article[data-message-id="${id}"]`) !== null

/** Says what happened to the message under something that is open. */
function tell(text: string): void {
  showToast(text)
  alarm(text)
}

/** A message, or as much of it as is known. */
type MessagePlace = Pick<FetchedMessage, 'id' | 'stream_id'>

function onGone(isGone: (one: MessagePlace) => boolean): void {
  const open = layer.peek()
  const edited = editing.peek()
  if (edited && isGone(edited.message)) {
    openLayer('lost-edit', edited.id, edited.message)
    return
  }
  // Dialogs say it themselves.
  if (!open || !isGone(open.seen ?? { id: open.id }) || isDialog(open.kind)) return
  closeLayer()
  tell(t('message.gone'))
}

/** A message that is moved out of the list takes its menu and its text field along. */
function onMoved({ message_ids: ids, orig_subject, new_stream_id }: EventOf<'update_message'>): void {
  if (orig_subject === undefined && new_stream_id === undefined) return
  const open = layer.peek()
  const wasShown = new Set(ids.filter(isShown))
  setTimeout(() => {
    const edited = editing.peek()
    const hasLeft = (id: number) => wasShown.has(id) && !isShown(id)
    if (edited && hasLeft(edited.id) && layer.peek() === null) return openLayer('lost-edit', edited.id, edited.message)
    const moved = open && messages.get(open.id)
    if (!moved || !hasLeft(open.id) || isDialog(open.kind)) return
    const place = `${channelName(moved.stream_id ?? 0) ?? ''} › ${shownTopic(moved.subject)}`
    tell(t('message.movedAway', { place }))
  })
}

/** Looks after menus, pickers and text fields whose message goes away. */
export function startWatchingLayers(): void {
  onEvent((event) => {
    if (event.type === 'delete_message') {
      const ids = new Set(deletedIds(event))
      onGone(({ id }) => ids.has(id))
    } else if (event.type === 'stream' && event.op === 'delete')
      onGone(({ stream_id }) => stream_id !== undefined && event.stream_ids.includes(stream_id))
    else if (event.type === 'update_message') onMoved(event)
  })
  // A link in a layer, or the way back, leads out of it.
  effect(() => {
    visit.value
    closeLayer()
  })
}
