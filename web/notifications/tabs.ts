import { effect } from '@preact/signals'
import { type Place, placeKey } from '../../client/model/place.ts'
import { listing } from '../conversations/store.ts'

/** Tabs hear of a message within this time of each other. */
const TOGETHER = 10_000

/** Locks need https, as notifications do. */
const locks = (): LockManager | undefined => navigator.locks

const nameOfPlace = (place: Place): string => `parley-looking ${placeKey(place)}`

let stop = new AbortController()

/** Tells the other tabs which conversation this one shows, as long as its window is in front. */
function sayWhereOneLooks(place: Place | undefined): void {
  stop.abort()
  if (!place || !document.hasFocus()) return
  stop = new AbortController()
  const { signal } = stop
  const hold = () => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  locks()
    ?.request(nameOfPlace(place), { mode: 'shared', signal }, hold)
    .catch(() => {
      // The person has left the place meanwhile.
    })
}

export function startLooking(): void {
  effect(() => sayWhereOneLooks(listing.value?.place))
  for (const type of ['focus', 'blur']) addEventListener(type, () => sayWhereOneLooks(listing.peek()?.place))
}

/** Does a tab in front show this conversation? */
export async function isLookedAt(place: Place): Promise<boolean> {
  const here = listing.peek()?.place
  if (here && document.hasFocus() && placeKey(here) === placeKey(place)) return true
  const { held = [] } = (await locks()?.query()) ?? {}
  return held.some(({ name }) => name === nameOfPlace(place))
}

/** True in one of all tabs of the browser. */
export const isFirstTab = (messageId: number): Promise<boolean> =>
  new Promise((resolve) => {
    const all = locks()
    if (!all) return resolve(true)
    all
      .request(`parley-message ${messageId}`, { ifAvailable: true }, (lock) => {
        resolve(lock !== null)
        return lock ? new Promise((done) => setTimeout(done, TOGETHER)) : undefined
      })
      .catch(() => resolve(true))
  })
