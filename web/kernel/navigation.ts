import { batch, effect, signal } from '@preact/signals'
import { type Address, formatAddress, parseAddress } from './addresses.ts'
import type { Names } from './narrow-terms.ts'

/** The place that is open. */
export const address = signal<Address>({ view: 'inbox' })
/** Differs for each entry of the history. Scroll positions are kept by it. */
export const visit = signal('')

let names: Names = { channel: () => undefined, person: () => undefined }
let visits = 0
/** The fragment when the address was last read. */
let hashRead: string | undefined

interface Entry {
  visit?: string
}

const current = (): Entry => (history.state ?? {}) as Entry

function read(): void {
  const entry = current()
  if (entry.visit === undefined) history.replaceState({ visit: `${Date.now()}-${++visits}` }, '')
  hashRead = location.hash
  batch(() => {
    visit.value = current().visit ?? ''
    address.value = parseAddress(location.hash)
  })
}

/** The fragment of a place, for links. */
export const hrefOf = (place: Address): string => formatAddress(place, names)

/** Opens the place of the address once more, as a visit of its own. */
function openAnew(): void {
  history.replaceState(null, '')
  read()
}

/** Opens a place, as a link to it would. */
export function navigate(place: Address): void {
  const fragment = hrefOf(place)
  if (fragment === location.hash) openAnew()
  else {
    location.hash = fragment
    // The browser reports it later. What is typed meanwhile is meant for the new place.
    readOnce()
  }
}

/** Shows another address for the place that is open: its current form, or where it moved. It adds no entry. */
export function correctAddress(place: Address): void {
  const fragment = hrefOf(place)
  if (fragment !== location.hash) history.replaceState(history.state, '', fragment)
  address.value = place
}

/** The address bar follows the names of what is open, as soon as they are known. It adds no entry. */
export const startCurrentForm = (areNamesKnown: () => boolean): void =>
  void effect(() => {
    const fragment = hrefOf(address.value)
    if (areNamesKnown() && location.hash !== '' && fragment !== location.hash)
      history.replaceState(history.state, '', fragment)
  })

/** The browser reports most changes twice. Everything would be drawn twice. */
function readOnce(): void {
  const isKnown = current().visit === visit.peek() && location.hash === hashRead
  if (!isKnown) read()
}

/** The browser does nothing at a link to where one is. But one may have scrolled away, or have begun something else. */
function followLinkToHere(event: MouseEvent): void {
  const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event
  const isPlain = button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey && !event.defaultPrevented
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  if (isPlain && link?.href === location.href && link.hash !== '') openAnew()
}

export function startNavigation(known: Names): void {
  names = known
  addEventListener('click', followLinkToHere)
  addEventListener('hashchange', readOnce)
  addEventListener('popstate', readOnce)
  // The list of messages restores its own place.
  history.scrollRestoration = 'manual'
  read()
}
