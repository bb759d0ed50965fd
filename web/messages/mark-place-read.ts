import type { Place } from '../../client/model/place.ts'
import { showToast } from '../kernel/announce.ts'
import { showFailure } from '../kernel/failure.ts'
import { session } from '../kernel/session.ts'
import { unread } from '../kernel/state.ts'
import { t } from '../kernel/texts.ts'

const flag = (messages: number[], op: 'add' | 'remove') =>
  session.call('updateMessageFlags', { messages, op, flag: 'read' })

async function mark(ids: readonly number[]): Promise<void> {
  const messages = [...ids]
  if (messages.length === 0) return
  try {
    await flag(messages, 'add')
    showToast(t('inbox.marked', { count: messages.length }), () => flag(messages, 'remove').catch(showFailure))
  } catch (error) {
    showFailure(error)
  }
}

/** Marks a conversation as read. It can be undone. */
export const markPlaceRead = (place: Place): Promise<void> => mark([...(unread()?.at(place) ?? [])])

/** Marks these conversations as read. It can be undone. */
export const markPlacesRead = (places: readonly Place[]): Promise<void> =>
  mark(places.flatMap((place) => [...(unread()?.at(place) ?? [])]))
