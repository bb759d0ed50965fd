import { addShortcuts } from './keyboard.ts'

const FOCUSABLE =
  'a[href], button:not([disabled]), input:not([disabled]), textarea:not([disabled]), select, [tabindex]:not([tabindex="-1"])'

const isShown = (element: HTMLElement): boolean => element.checkVisibility({ visibilityProperty: true })

export const focusableIn = (root: ParentNode): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(isShown)

/** Elements with `data-region` are the stops of F6, in the order of the document. */
const regions = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-region]')].filter(isShown)

/** Focuses what the region wants to have focused, else its first control. */
function enter(region: HTMLElement): void {
  const wanted = region.querySelector<HTMLElement>('[data-region-start]')
  const target = region.matches('[tabindex], textarea') ? region : (wanted ?? focusableIn(region)[0])
  target?.focus()
}

function cycle(step: 1 | -1): void {
  const all = regions()
  const here = all.findIndex((region) => region.contains(document.activeElement))
  const next = all[(here + step + all.length) % all.length]
  if (next) enter(next)
}

export const startFocus = (): void =>
  void addShortcuts(
    { keys: ['F6'], run: () => cycle(1), inText: true },
    { keys: ['Shift+F6'], run: () => cycle(-1), inText: true },
  )

/** What can take the focus, from an element outwards. */
function outwards(element: Element | null): HTMLElement[] {
  const found: HTMLElement[] = []
  for (let one = element; one && one !== document.body; one = one.parentElement)
    if (one instanceof HTMLElement && (one === element || one.hasAttribute('tabindex'))) found.push(one)
  return found
}

/** After something was removed, gives a lost focus to what contained it. */
export function keepFocusNear(element: Element | null): () => void {
  const near = outwards(element)
  return () => {
    if (document.activeElement === document.body)
      near.find((one) => one.isConnected && isShown(one))?.focus({ preventScroll: true })
  }
}

/** Remembers what has the focus. The returned function gives it back, or to what contained it. */
export function keepFocus(): () => void {
  const before = document.activeElement
  const giveNear = keepFocusNear(before)
  return () => {
    if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus()
    // It may be about to go with the layer that it has opened.
    setTimeout(giveNear)
  }
}
