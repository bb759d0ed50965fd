const scrolls = (element: Element): boolean =>
  element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY)

/**
 * Scrolls what contains an element as little as it takes to see it. `scrollIntoView` would do more: the next Tab would
 * begin there.
 */
export function bringIntoView(element: Element | null): void {
  let scroller = element?.parentElement
  while (scroller && !scrolls(scroller)) scroller = scroller.parentElement
  if (!element || !scroller) return
  const box = element.getBoundingClientRect()
  const view = scroller.getBoundingClientRect()
  if (box.top < view.top) scroller.scrollTop -= view.top - box.top
  else if (box.bottom > view.bottom) scroller.scrollTop += Math.min(box.bottom - view.bottom, box.top - view.top)
}
