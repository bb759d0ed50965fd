import { signal } from '@preact/signals'

/** Single keys work outside text fields. A combination such as `Ctrl+K` works everywhere. */
export interface Shortcut {
  /** `j`, `Shift+U`, `Ctrl+K` (also ⌘), `Alt+P`, `F6`, `Home`, `?`, `g i` for one after the other. `any` is asked about each key. */
  readonly keys: readonly string[] | 'any'
  /** Returns false if the key means nothing here: then the next shortcut is tried. */
  run(event: KeyboardEvent): unknown
  /** Works in text fields too. Combinations with Ctrl always do. */
  readonly inText?: boolean
  /** Works before an open dialog too. All others wait until it is closed. */
  readonly inDialog?: boolean
}

/** After Esc has left a composer with text, typing on must not trigger actions. */
const PAUSE = 800

/** How long the first of two keys waits for the second. */
const PATIENCE = 1_500

const shortcuts: Shortcut[] = []
let pausedUntil = 0
let first: { readonly name: string; readonly until: number } | null = null

/** People who speak to their computer, or who touch keys by accident, turn single keys off. */
export const areSingleKeysOn = signal(true)

let type: (event: KeyboardEvent) => unknown = () => false

/** Where a printable key goes while single keys are off. */
export const onTyped = (focus: (event: KeyboardEvent) => unknown): void => {
  type = focus
}

/** Begins with the key that left the text. */
export const pauseSingleKeys = ({ timeStamp }: KeyboardEvent): void => {
  pausedUntil = timeStamp + PAUSE
}

/** What is typed while a field that was asked for is still being loaded. */
let held: string | null = null
/** Nobody waits longer for a field. */
const LONGEST_HOLD = 20_000
let holding: ReturnType<typeof setTimeout> | undefined

/** What Esc does meanwhile. */
let leave: (() => void) | undefined

/** A field will come and take what is typed from now on. Until then it must not trigger actions. */
export function holdTyped(onLeave?: () => void): void {
  held = ''
  leave = onLeave
  clearTimeout(holding)
  holding = setTimeout(takeTyped, LONGEST_HOLD)
}

/** The field has come. Returns what was typed meanwhile. */
export function takeTyped(): string {
  const typed = held ?? ''
  held = null
  leave = undefined
  return typed
}

const isPrintable = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  [...key].length === 1 && !ctrlKey && !metaKey && !altKey

/** Adds shortcuts until the returned function is called. Newer ones come first. */
export function addShortcuts(...added: readonly Shortcut[]): () => void {
  shortcuts.unshift(...added)
  return () => {
    for (const one of added) shortcuts.splice(shortcuts.indexOf(one), 1)
  }
}

export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches('textarea, select, input:not([type=checkbox], [type=radio]), [contenteditable]')

/** The letter of the key cap where the layout has no Latin letters. */
function letterOf({ key, code }: KeyboardEvent): string {
  const isOther = key.length === 1 && key.codePointAt(0)! > 0x7f
  return isOther && /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key
}

/** The name of a key with its modifiers: `Ctrl+K`, `Shift+U`, `j`, `?`. */
export function nameOfKey(event: KeyboardEvent): string {
  const letter = letterOf(event)
  const isLetter = /^[a-z]$/i.test(letter)
  const hasModifier =
    event.ctrlKey || event.metaKey || event.altKey || (event.shiftKey && (isLetter || letter.length > 1))
  const parts = [
    (event.ctrlKey || event.metaKey) && 'Ctrl',
    event.altKey && 'Alt',
    event.shiftKey && (isLetter || letter.length > 1) && 'Shift',
    isLetter ? (hasModifier ? letter.toUpperCase() : letter.toLowerCase()) : letter,
  ]
  return parts.filter(Boolean).join('+')
}

/** `Shift U` on a menu is `Shift+U` here, and `R` is `r`. */
export const shortcutOf = (shown: string): string =>
  /^[A-Z]$/.test(shown) ? shown.toLowerCase() : shown.replaceAll(' ', '+')

/** A modal dialog has keys of its own: what lies behind it cannot be seen to change. */
export const isDialogOpen = (): boolean =>
  document.querySelector('dialog[open], [popover][aria-modal=true]:popover-open') !== null

/** Takes the first of two keys, and the second with it. */
function inSequence(name: string, at: number): string {
  const before = first !== null && at < first.until ? first.name : null
  first = null
  return before === null ? name : `${before} ${name}`
}

/** Who is asked about each key is not asked about the second of two, which has a meaning of its own. */
const has = ({ keys }: Shortcut, name: string): boolean => (keys === 'any' ? !/^. ./u.test(name) : keys.includes(name))

function tryShortcuts(name: string, event: KeyboardEvent, isInText: boolean): boolean {
  const isBehind = isDialogOpen()
  for (const one of [...shortcuts]) {
    if (isBehind && !one.inDialog) continue
    if (!has(one, name) || (isInText && !one.inText && !event.ctrlKey && !event.metaKey)) continue
    if (one.run(event) === false) continue
    event.preventDefault()
    return true
  }
  return false
}

const isFirst = (name: string): boolean =>
  shortcuts.some(({ keys }) => keys !== 'any' && keys.some((one) => one.startsWith(`${name} `)))

function handle(event: KeyboardEvent): void {
  if (event.isComposing || event.defaultPrevented) return
  if (held !== null && (isPrintable(event) || event.key === 'Enter')) {
    if (isPrintable(event)) held += event.key
    event.preventDefault()
    return
  }
  if (leave && event.key === 'Escape') {
    leave()
    takeTyped()
    event.preventDefault()
    return
  }
  const name = nameOfKey(event)
  const isSingle = /^(Shift\+)?[^+ ]$/u.test(name) || name === '+'
  const isInText = isTextField(event.target)
  if (isSingle) {
    if (isInText || isDialogOpen() || event.timeStamp < pausedUntil) return
    if (!areSingleKeysOn.value) return void type(event)
    const whole = inSequence(name, event.timeStamp)
    if (whole !== name && tryShortcuts(whole, event, isInText)) return
    if (isFirst(name)) {
      // When the key was pressed, not when the page found time for it.
      first = { name, until: event.timeStamp + PATIENCE }
      event.preventDefault()
      return
    }
  }
  tryShortcuts(name, event, isInText)
}

export const startKeyboard = (): void => addEventListener('keydown', handle)
