import { type Place, placeKey, placeOf } from '../../client/model/place.ts'
import { announce } from '../kernel/announce.ts'
import { onEvent } from '../kernel/state.ts'
import { listOf, t } from '../kernel/texts.ts'
import { isMutedPerson, nameOf, ownId } from '../people/store.ts'
import { listing } from './store.ts'

/** Spoken at most so often, in milliseconds. */
const PERIOD = 5_000

/** Senders of messages that were not spoken yet, with the place that they are in. */
let unspoken: { key: string; senders: number[] } = { key: '', senders: [] }
let isResting = false

const keyOf = (place: Place | undefined): string => (place ? placeKey(place) : '')

function speak(): void {
  const { key, senders } = unspoken
  if (senders.length === 0 || key !== keyOf(listing.peek()?.place)) return
  unspoken = { key, senders: [] }
  announce(
    t('spoken.new', { count: senders.length, people: listOf([...new Set(senders)].map((id) => nameOf(id) ?? '…')) }),
  )
  isResting = true
  setTimeout(() => {
    isResting = false
    speak()
  }, PERIOD)
}

/** Tells those who cannot see it what comes to the open conversation. Other conversations are never spoken. */
export const startSpeakingNew = (): void =>
  onEvent((event) => {
    if (event.type !== 'message') return
    const { message } = event
    const key = keyOf(placeOf(message, ownId()))
    if (message.sender_id === ownId() || isMutedPerson(message.sender_id)) return
    if (key !== keyOf(listing.peek()?.place)) return
    unspoken = { key, senders: [...(unspoken.key === key ? unspoken.senders : []), message.sender_id] }
    if (!isResting) speak()
  })
