export type Key = number | string

/** An item and its distance from the top of what is visible. */
export interface Anchor {
  readonly key: Key
  readonly top: number
}

type Box = HTMLElement | null

export function childOf(content: Box, key: Key): HTMLElement | undefined {
  const children = [...(content?.children ?? [])] as HTMLElement[]
  return children.find((one) => one.dataset['key'] === `${key}`)
}

export function topOf(scroller: Box, child: Element): number {
  return child.getBoundingClientRect().top - (scroller?.getBoundingClientRect().top ?? 0)
}

/** The first item of which something is visible. */
export function firstVisible(scroller: Box, content: Box): Anchor | null {
  const children = content?.children ?? []
  let [low, high] = [0, children.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const child = children[middle]
    if (child && topOf(scroller, child) + child.getBoundingClientRect().height <= 1) low = middle + 1
    else high = middle
  }
  const child = children[low] as HTMLElement | undefined
  const key = child?.dataset['key']
  return child && key !== undefined ? { key, top: topOf(scroller, child) } : null
}

/** Items are not drawn anew because there are others: only their numbers change. */
export function numberItems(content: Box, from: number, total: number | undefined): void {
  const size = `${total ?? -1}`
  for (const [index, child] of [...(content?.children ?? [])].entries()) {
    const position = `${from + index + 1}`
    if (child.ariaPosInSet !== position) child.ariaPosInSet = position
    if (child.ariaSetSize !== size) child.ariaSetSize = size
  }
}

/** The keys of what is visible by at least half, or whose end is visible. */
export function visibleIn(scroller: Box, content: Box): Key[] {
  if (!scroller || !content) return []
  const { top, bottom } = scroller.getBoundingClientRect()
  return [...content.children].flatMap((child) => {
    const box = child.getBoundingClientRect()
    const shown = Math.min(box.bottom, bottom) - Math.max(box.top, top)
    const isEndShown = box.bottom <= bottom && box.bottom > top
    const { key } = (child as HTMLElement).dataset
    return key !== undefined && shown > 0 && (shown >= box.height / 2 || isEndShown) ? [key] : []
  })
}
