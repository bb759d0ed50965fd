const ZERO_WIDTH_JOINER = 0x200d
const TEXT_SELECTOR = 0xfe0e
const PICTURE_SELECTOR = 0xfe0f
const KEYCAP = 0x20e3

const isSkinTone = (codePoint: number): boolean => codePoint >= 0x1f3fb && codePoint <= 0x1f3ff
const isTag = (codePoint: number): boolean => codePoint >= 0xe0020 && codePoint <= 0xe007f
const isRegionalIndicator = (codePoint: number): boolean => codePoint >= 0x1f1e6 && codePoint <= 0x1f1ff
const isModifier = (codePoint: number): boolean =>
  codePoint === PICTURE_SELECTOR || codePoint === TEXT_SELECTOR || codePoint === KEYCAP
const widthOf = (codePoint: number): number => (codePoint > 0xffff ? 2 : 1)

export interface EmojiSequence {
  readonly end: number
  /** Dash-separated hex of the code points, without variation selectors. */
  readonly code: string
  readonly asksForPicture: boolean
  readonly asksForText: boolean
}

/** Reads the longest sequence that is one known picture: a flag, a family, a coloured thumb. */
export function readSequence(text: string, start: number): EmojiSequence {
  const first = text.codePointAt(start)!
  const codePoints = [first]
  let end = start + widthOf(first)
  let asksForPicture = false
  let asksForText = false
  if (isRegionalIndicator(first)) {
    const second = text.codePointAt(end)
    if (second !== undefined && isRegionalIndicator(second)) {
      codePoints.push(second)
      end += widthOf(second)
    }
    return { end, code: hex(codePoints), asksForPicture, asksForText }
  }
  for (let next = text.codePointAt(end); next !== undefined; next = text.codePointAt(end)) {
    if (next === ZERO_WIDTH_JOINER) {
      const joined = text.codePointAt(end + 1)
      if (joined === undefined) break
      codePoints.push(next, joined)
      end += 1 + widthOf(joined)
    } else if (isModifier(next) || isSkinTone(next) || isTag(next)) {
      asksForPicture ||= next === PICTURE_SELECTOR
      asksForText ||= next === TEXT_SELECTOR
      if (next !== PICTURE_SELECTOR && next !== TEXT_SELECTOR) codePoints.push(next)
      end += widthOf(next)
    } else break
  }
  return { end, code: hex(codePoints), asksForPicture, asksForText }
}

const hex = (codePoints: readonly number[]): string =>
  codePoints.map((codePoint) => codePoint.toString(16).padStart(4, '0')).join('-')
