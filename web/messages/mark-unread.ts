import { term } from '../../client/messages/narrow.ts'
import { placeOf } from '../../client/model/place.ts'
import { showToast } from '../kernel/announce.ts'
import { session } from '../kernel/session.ts'
import { t } from '../kernel/texts.ts'
import { ownId } from '../people/store.ts'
import { showFailure } from './show-failure.ts'
import { messages } from './store.ts'

/** The server changes at most this many at once. */
const PAGE = 5_000

/** Marks a message and the later ones of its conversation as unread. */
export async function markUnreadFrom(id: number): Promise<void> {
  const message = messages.get(id)
  if (!message) return
  const place = placeOf(message, ownId())
  const narrow =
    place.kind === 'channel'
      ? [term('channel', place.streamId), term('topic', place.topic)]
      : [term('dm', place.others.length > 0 ? [...place.others] : [ownId()])]
  try {
    for (let anchor = id, isFirst = true; ; isFirst = false) {
      const done = await session.call('updateMessageFlagsForNarrow', {
        narrow,
        anchor: `${anchor}`,
        include_anchor: isFirst,
        num_before: 0,
        num_after: PAGE,
        op: 'remove',
        flag: 'read',
      })
      if (done.found_newest || done.last_processed_id === null) break
      anchor = done.last_processed_id
    }
    showToast(t('message.markedUnread'))
  } catch (error) {
    showFailure(error)
  }
}
