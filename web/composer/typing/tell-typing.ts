import { type Place, placeKey } from '../../../client/model/place.ts'
import { session } from '../../kernel/session.ts'
import { isOffline, state } from '../../kernel/state.ts'
import { isActive, person } from '../../people/store.ts'

/** How often it is said again, and how long without a key the person counts as typing. The server says both. */
const REPEATED = 10_000
const STOPPED = 5_000

let current: { readonly place: Place; saidAt: number; timer: ReturnType<typeof setTimeout> } | undefined

function tell(place: Place, op: 'start' | 'stop'): void {
  const where =
    place.kind === 'channel'
      ? { type: 'channel' as const, stream_id: place.streamId, topic: place.topic }
      : { type: 'direct' as const, to: [...place.others] }
  // Nobody needs to know that this failed.
  session.call('setTypingStatus', { op, ...where }).catch(() => undefined)
}

/** Bots do not wait for anybody, and those of the server refuse to be told. */
const isReader = (id: number): boolean => isActive(id) && !person(id)?.is_bot

/** People can choose that others do not see them typing. */
const mayTell = (place: Place): boolean => {
  const settings = state.value?.user_settings
  if (!settings || isOffline.value) return false
  if (place.kind === 'channel') return settings.send_stream_typing_notifications
  return settings.send_private_typing_notifications && place.others.length > 0 && place.others.every(isReader)
}

/** Called with each change of the text. */
export function tellTyping(place: Place, text: string): void {
  if (current && placeKey(current.place) !== placeKey(place)) stopTyping()
  if (text.trim() === '') {
    stopTyping()
    return
  }
  if (!mayTell(place)) return
  const now = performance.now()
  const wait = state.value?.server_typing_started_wait_period_milliseconds ?? REPEATED
  if (!current || now - current.saidAt >= wait) {
    tell(place, 'start')
    clearTimeout(current?.timer)
    current = { place, saidAt: now, timer: setTimeout(stopTyping, 0) }
  }
  clearTimeout(current.timer)
  current.timer = setTimeout(stopTyping, state.value?.server_typing_stopped_wait_period_milliseconds ?? STOPPED)
}

export function stopTyping(): void {
  if (!current) return
  clearTimeout(current.timer)
  tell(current.place, 'stop')
  current = undefined
}
