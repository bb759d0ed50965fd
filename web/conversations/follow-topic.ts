import { foldCase } from '../../api/fold-case.ts'
import { address, correctAddress } from '../kernel/navigation.ts'
import { onEvent } from '../kernel/state.ts'

/** A topic that is renamed or moved as a whole stays open under its new name. */
export const startFollowing = (): void =>
  onEvent((event) => {
    const here = address.peek()
    if (event.type !== 'update_message' || here.view !== 'topic' || event.orig_subject === undefined) return
    const isHere = event.stream_id === here.channelId && foldCase(event.orig_subject) === foldCase(here.topic)
    if (!isHere || event.propagate_mode !== 'change_all') return
    const channelId = event.new_stream_id ?? here.channelId
    correctAddress({ view: 'topic', channelId, topic: event.subject ?? here.topic })
  })
