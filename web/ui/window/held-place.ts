import { type Anchor, childOf, firstVisible, type Key, topOf } from './measures.ts'

/** How far from the end still counts as the end. */
const END = 24

interface Boxes {
  readonly scroller: { readonly current: HTMLElement | null }
  readonly content: { readonly current: HTMLElement | null }
}

/** What somebody reads in a scroller: its end, or an item at a distance from the top. It stays there to the pixel. */
export class HeldPlace {
  anchor: Anchor | 'end' | null = null
  readonly #boxes: Boxes
  /** The position when it was last looked at. The event of a scroll may come after the next change. */
  #lastTop = 0

  constructor(boxes: Boxes) {
    this.#boxes = boxes
  }

  get #box(): HTMLElement | null {
    return this.#boxes.scroller.current
  }

  get #top(): number {
    return this.#box?.scrollTop ?? 0
  }

  hasScrolled(): boolean {
    return this.#box !== null && this.#top !== this.#lastTop
  }

  isAtEnd(): boolean {
    const box = this.#box
    return !box || box.scrollHeight - box.scrollTop - box.clientHeight <= END
  }

  /** Remembers what is read now. Only a list whose end is in the document is followed there. */
  remember(mayFollow: boolean): void {
    const top = this.#top
    // The list may have become lower while it was at its end. Only who scrolls up leaves the end.
    const isStaying = this.anchor === 'end' && top >= this.#lastTop - 1
    this.#lastTop = top
    const isFollowing = mayFollow && (isStaying || this.isAtEnd())
    this.anchor = isFollowing ? 'end' : firstVisible(this.#box, this.#boxes.content.current)
  }

  /** Puts what was read back where it was. */
  restore(): void {
    const box = this.#box
    if (!box || !this.anchor) return
    if (this.anchor === 'end') box.scrollTop = box.scrollHeight
    else {
      const child = this.#child(this.anchor.key)
      if (child) box.scrollTop += topOf(box, child) - this.anchor.top
    }
    this.#lastTop = box.scrollTop
  }

  /** Something has changed its height. Who has scrolled meanwhile wants to be where that led. */
  keep(): void {
    const moved = this.#top - this.#lastTop
    if (moved !== 0 && this.anchor !== 'end' && this.anchor)
      this.anchor = { ...this.anchor, top: this.anchor.top - moved }
    this.restore()
  }

  /** Brings an item that is in the document into view. False if it is not there yet: then it will be when it is drawn. */
  show(key: Key, where: 'top' | 'nearest', mayFollow: boolean): boolean {
    const child = this.#child(key)
    if (child && where === 'nearest') {
      child.scrollIntoView({ block: 'nearest' })
      this.remember(mayFollow)
      return true
    }
    this.anchor = { key, top: where === 'top' ? 48 : (this.#box?.clientHeight ?? 0) / 2 }
    if (child) this.restore()
    return child !== undefined
  }

  #child(key: Key): HTMLElement | undefined {
    return childOf(this.#boxes.content.current, key)
  }
}
