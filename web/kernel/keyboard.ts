/** Single keys work outside text fields. A combination such as `Ctrl+K` works everywhere. */
export interface Shortcut {
  /** `j`, `Shift+U`, `Ctrl+K` (also ⌘), `Alt+P`, `F6`, `Home`, `?`. */
  readonly keys: readonly string[]
  /** Returns false if the key means nothing here: then the next shortcut is tried. */
  run(event: KeyboardEvent): unknown
  /** Works in text fields too. Combinations with Ctrl always do. */
  readonly inText?: boolean
}

/** After Esc has left a composer with text, typing on must not trigger actions. */
const PAUSE = 800

const shortcuts: Shortcut[] = []
let pausedUntil = 0

export const pauseSingleKeys = (): void => {
  pausedUntil = performance.now() + PAUSE
}

/** Adds shortcuts until the returned function is called. Newer ones come first. */
export function addShortcuts(...added: readonly Shortcut[]): () => void {
  shortcuts.unshift(...added)
  return () => {
    for (const one of added) shortcuts.splice(shortcuts.indexOf(one), 1)
  }
}

export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches('textarea, input:not([type=checkbox], [type=radio]), [contenteditable]')

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

function handle(event: KeyboardEvent): void {
  if (event.isComposing || event.defaultPrevented) return
  const name = nameOfKey(event)
  const isSingle = /^(Shift\+)?[^+]$/u.test(name) || name === '+'
  const isInText = isTextField(event.target)
  if (isSingle && (isInText || performance.now() < pausedUntil)) return
  for (const { keys, run, inText } of [...shortcuts]) {
    if (!keys.includes(name) || (isInText && !inText && !event.ctrlKey && !event.metaKey)) continue
    if (run(event) === false) continue
    event.preventDefault()
    return
  }
}

export const startKeyboard = (): void => addEventListener('keydown', handle)
