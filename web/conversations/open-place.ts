import { effect, untracked } from '@preact/signals'
import type { FetchedMessage } from '../../api/objects/message.ts'
import { ClientError } from '../../client/client-error.ts'
import { narrowKey } from '../../client/messages/narrow.ts'
import { placeKey, placeOf } from '../../client/model/place.ts'
import { address, correctAddress, visit } from '../kernel/navigation.ts'
import { isSessionOver, session } from '../kernel/session.ts'
import { isOffline, onEvent, state } from '../kernel/state.ts'
import { fetchAround, fetchOn } from '../messages/fetch-messages.ts'
import { messages, stretch } from '../messages/store.ts'
import { ownId } from '../people/store.ts'
import type { Start } from '../ui/window/Window.tsx'
import { addressOf, type Listing } from './narrow-of.ts'
import { unjoined } from './read-along.ts'
import { isOpenStill, isReadingStopped, listing, opened, type Status, selected } from './store.ts'

/** Where each visit of a list was left, by its entry in the history and the message that its address names. */
const positions = new Map<string, Start>()
const visitOf = ({ near }: Listing): string => `${visit.peek()} ${near ?? ''}`

export function keepPosition(position: Start): void {
  const here = listing.peek()
  if (here && opened.peek().status === 'ready') positions.set(visitOf(here), position)
}

/** Above the first unread message some read ones are shown. */
const TOP = 120

const isUnread = ({ flags }: FetchedMessage): boolean => !flags.includes('read')

function show(status: Status, more: Partial<(typeof opened)['value']> = {}): void {
  opened.value = { ...opened.value, status, ...more }
}

/** A place that gets another name while it is open keeps its line of new messages, and what has the focus. */
let line: { visit: string; from: number | null; count: number } = { visit: '', from: null, count: 0 }

/** Shows what is known of the place: at the wanted message, where it was left, at the first unread one, or at the end. */
function showKnown(wanted: Listing): void {
  const { narrow, near } = wanted
  const known = messages.stretch(narrow)
  const list = (known?.ids ?? []).flatMap((id) => messages.get(id) ?? [])
  const fresh = list.filter(isUnread)
  const isSameVisit = line.visit === visit.peek()
  const has = (id: number | null) => list.some((one) => one.id === id)
  const isLineKept = isSameVisit && has(line.from)
  const newFrom = isLineKept ? line.from : (fresh[0]?.id ?? null)
  const newCount = isLineKept ? line.count : fresh.length
  line = { visit: visit.peek(), from: newFrom, count: newCount }
  const at = near ?? newFrom
  const left = positions.get(visitOf(wanted))
  const isThere = left === 'end' || (left !== undefined && has(Number(left.key)))
  const start: Start = isThere ? left : at === null ? 'end' : { key: at, top: TOP }
  if (!isSameVisit || !has(selected.value)) selected.value = at ?? list.at(-1)?.id ?? null
  show('ready', { start, newFrom, newCount })
}

/** The message of a link is not where the link says. It was moved, or it is gone. */
async function follow(id: number, opening: number, keep: 'near' | 'with'): Promise<void> {
  const { message } = await session.call('getMessage', { message_id: id, allow_empty_topic_name: true })
  if (!isOpenStill(opening)) return
  const place = addressOf(placeOf(message, ownId()), ownId())
  correctAddress({ ...place, [keep]: id } as typeof place)
}

/** Events begin with register. What came between an earlier fetch and register is in neither of them. */
async function catchUp({ narrow }: Listing): Promise<void> {
  await whenRegistered()
  // Nobody waits for it, and the next visit asks again.
  await fetchOn(narrow).catch(() => undefined)
}

const whenRegistered = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = effect(() => {
      if (state.value === null) return
      resolve()
      queueMicrotask(() => stop())
    })
  })

async function open(wanted: Listing): Promise<void> {
  const { narrow, near } = wanted
  const key = narrowKey(narrow)
  const opening = opened.value.opening + 1
  opened.value = { key, status: 'loading', start: 'end', newFrom: null, newCount: 0, opening }
  isReadingStopped.value = false
  const known = messages.stretch(narrow)
  const isCurrent = known && !known.isStale && !unjoined.peek()
  if (isCurrent && (near === undefined ? known.isToNewest : known.ids.includes(near))) {
    showKnown(wanted)
    return
  }
  const isEarly = state.peek() === null
  try {
    await fetchAround(narrow, near ?? 'first_unread')
    if (isEarly) void catchUp(wanted)
    if (!isOpenStill(opening)) return
    if (near !== undefined && !messages.stretch(narrow)?.ids.includes(near)) await follow(near, opening, 'near')
    else showKnown(wanted)
  } catch (error) {
    showFailure(error, opening)
  }
}

/** If the server answered somebody, another try would not help. */
function showFailure(error: unknown, opening: number): void {
  const isHidden = error instanceof ClientError && error.retryAfter === null && !isSessionOver.peek()
  if (isOpenStill(opening)) show(isHidden ? 'hidden' : 'failed')
}

/** Goes to the end of a list of which only an earlier part is known. */
export async function openNewest({ narrow }: Listing): Promise<void> {
  const { opening } = opened.value
  try {
    await fetchAround(narrow, 'newest')
    if (!isOpenStill(opening)) return
    selected.value = messages.stretch(narrow)?.ids.at(-1) ?? null
    show('ready', { start: 'end', opening: opening + 1 })
  } catch {
    if (isOpenStill(opening)) show('failed')
  }
}

export const openAgain = (): void => void (listing.peek() && open(listing.peek() as Listing))

/** Fetches the open list again when events could not tell what belongs to it. What is being read stays where it is. */
function refreshStale(): void {
  const wanted = listing.value
  if (!wanted || opened.value.status !== 'ready') return
  const known = stretch(wanted.narrow).value
  if (!known?.isStale) return
  const left = positions.get(visitOf(wanted))
  const at = left && left !== 'end' ? Number(left.key) : 'newest'
  fetchAround(wanted.narrow, Number.isNaN(at) ? 'newest' : at).catch(() => {
    // The connection says so. The next event retries it.
  })
}

/** What could not be loaded is tried again when the server can be reached, or when somebody is signed in again. */
function retryWhenReachable(): void {
  const isReachable = !isOffline.value && !isSessionOver.value
  if (isReachable && opened.peek().status === 'failed') untracked(openAgain)
}

/** The channel of the open place goes out of sight, or comes back. */
function watchSight(): void {
  onEvent((event) => {
    const here = address.peek()
    if (event.type !== 'stream' || !('channelId' in here) || !listing.peek()) return
    if (event.op === 'delete' && event.stream_ids.includes(here.channelId)) show('hidden')
    else if (event.op === 'create' && event.streams.some((one) => one.stream_id === here.channelId)) openAgain()
  })
}

/** Opens the list of each address, as soon as it is known which one it is. */
export function startOpening(): void {
  effect(refreshStale)
  effect(retryWhenReachable)
  watchSight()
  let last = ''
  effect(() => {
    const wanted = listing.value
    const here = address.value
    // Direct messages and reactions need to know who reads.
    const isPersonal = wanted?.place?.kind === 'direct' || here.view === 'reactions'
    if (!wanted || (isPersonal && state.value === null)) {
      last = ''
      line = { ...line, visit: '' }
      return
    }
    const name = `${wanted.place ? placeKey(wanted.place) : narrowKey(wanted.narrow)} ${wanted.near ?? ''} ${visit.value}`
    if (name === last) return
    last = name
    untracked(() => {
      if (here.view === 'topic' && here.with !== undefined) {
        const opening = opened.value.opening + 1
        opened.value = { ...opened.value, status: 'loading', opening }
        follow(here.with, opening, 'near').catch((error) => showFailure(error, opening))
      } else void open(wanted)
    })
  })
}
