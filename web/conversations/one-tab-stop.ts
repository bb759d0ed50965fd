import { focusableIn } from '../kernel/focus.ts'
import { isTextField } from '../kernel/keyboard.ts'

type Of<E> = E & { currentTarget: HTMLElement }

let isTabbing = false
addEventListener(
  'keydown',
  ({ key }) => {
    if (key !== 'Tab') return
    isTabbing = true
    setTimeout(() => {
      isTabbing = false
    })
  },
  { capture: true },
)

const isStop = ({ tabIndex }: HTMLElement): boolean => tabIndex >= 0

/** The next tab stop of the page after a list, or the last one before it. */
function beyond(list: HTMLElement, isBack: boolean): HTMLElement | undefined {
  const side = isBack ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING
  const outside = focusableIn(document).filter(
    (one) => isStop(one) && !list.contains(one) && list.compareDocumentPosition(one) & side,
  )
  return isBack ? outside.at(-1) : outside[0]
}

/** A list of messages is one tab stop. Tab walks through the selected message, and then leaves the list. */
export function leaveByTab(event: Of<KeyboardEvent>): void {
  const { key, shiftKey: isBack, target, currentTarget: list } = event
  const article = target instanceof Element ? target.closest<HTMLElement>('article') : null
  if (key !== 'Tab' || event.defaultPrevented || !article || !list.contains(article)) return
  const stops = [article, ...focusableIn(article).filter(isStop)]
  const here = stops.indexOf(target as HTMLElement)
  const isInside = isBack ? here > 0 : here >= 0 && here < stops.length - 1
  const next = isInside ? undefined : beyond(list, isBack)
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** Esc goes from a part of a message to the message. Text fields and layers have their own Esc. */
export function leaveByEscape(event: Of<KeyboardEvent>): void {
  const { key, target, currentTarget: list } = event
  if (key !== 'Escape' || event.defaultPrevented || !(target instanceof Element) || isTextField(target)) return
  const article = target.closest<HTMLElement>('article')
  if (!article || article === target || !list.contains(article) || target.closest('dialog, [popover]')) return
  event.preventDefault()
  article.focus({ preventScroll: true })
}

/** Tab enters a list at its selected message, from either side. */
export function enterByTab({ target, relatedTarget, currentTarget: list }: Of<FocusEvent>): void {
  const isFromOutside = !(relatedTarget instanceof Node && list.contains(relatedTarget))
  if (!isTabbing || !isFromOutside) return
  const stop = list.querySelector<HTMLElement>('article[tabindex="0"]')
  if (stop && stop !== target) stop.focus({ preventScroll: true })
}
