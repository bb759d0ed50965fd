import type { FetchedMessage } from '../../../api/objects/message.ts'
import { channel, channelName } from '../../channels/store.ts'
import { subscribersOf } from '../../channels/subscribers.ts'
import { t } from '../../kernel/texts.ts'
import { isActive, person } from '../../people/store.ts'

const GUEST = 600

const isReader = (id: number): boolean => isActive(id) && !person(id)?.is_bot

/** Says how many people of a channel will read a message whose conversation they cannot open. */
export function whoCannotOpen({ stream_id, display_recipient }: FetchedMessage, targetId: number): string | undefined {
  const readers = subscribersOf(targetId).value?.filter(isReader)
  const target = channelName(targetId) ?? ''
  if (!readers || stream_id === targetId) return undefined
  if (stream_id === undefined) {
    const known = new Set(typeof display_recipient === 'string' ? [] : display_recipient.map(({ id }) => id))
    const count = readers.filter((id) => !known.has(id)).length
    return count > 0 ? t('forward.cannotOpenDirect', { count, target }) : undefined
  }
  const home = channel(stream_id)
  const inside = subscribersOf(stream_id).value
  if (!home || !inside || home.is_web_public) return undefined
  const outside = readers.filter((id) => !inside.includes(id))
  const guests = outside.filter((id) => person(id)?.role === GUEST).length
  const values = { target, source: home.name }
  if (home.invite_only && outside.length > 0) return t('forward.cannotOpen', { ...values, count: outside.length })
  return guests > 0 ? t('forward.guestsCannotOpen', { ...values, count: guests }) : undefined
}
