import { withoutEntities } from './entities.ts'

/** About as much as a line of a list shows. */
const LENGTH = 120

const PART = /<[^>]*>|[^<]+/g
/** A tag or an entity whose end is missing. */
const CUT = /<[^>]*$|&[\w#]*$/
const TAG = /^<(\/?)([a-z][\w-]*)/i
const VOID = new Set(['br', 'hr', 'img', 'input', 'source', 'wbr'])
const INLINE = new Set(['a', 'b', 'code', 'del', 'em', 'i', 'img', 'span', 'strong', 'sub', 'sup', 'time', 'u'])

/** What a reader does not see at once, and the second form of a formula. */
const HIDDEN = /class="[^"]*\b(spoiler-content|katex-html)\b/
/** The parts of a formula besides its source. */
const isHidden = (name: string, tag: string): boolean => HIDDEN.test(tag) || name === 'semantics'
const isSource = (name: string): boolean => name === 'annotation'
/** An emoji, whose content is only its name between colons. */
const EMOJI = /class="emoji emoji-([\da-f]+(?:-[\da-f]+)*)"/
const characterOf = (code: string): string =>
  String.fromCodePoint(...code.split('-').map((one) => Number.parseInt(one, 16)))

/** The beginning of rendered content as plain text, in one line of at most `length` characters. The HTML may be cut anywhere. */
export function firstWords(html: string, length = LENGTH): string {
  const open: { readonly name: string; readonly hides: boolean }[] = []
  let hides = false
  let text = ''
  for (const [part] of html.replace(CUT, '').matchAll(PART)) {
    const [, isEnd, name = ''] = TAG.exec(part) ?? []
    if (name === '') {
      if (!hides && !part.startsWith('<')) text += part
    } else if (isEnd) {
      hides = open.pop()?.hides ?? false
    } else {
      if (name === 'img' && !hides) text += /\balt="([^"]*)"/.exec(part)?.[1] ?? ''
      if (!VOID.has(name) && !part.endsWith('/>')) {
        const emoji: string | undefined = hides ? undefined : EMOJI.exec(part)?.[1]
        if (emoji !== undefined) text += characterOf(emoji)
        open.push({ name, hides })
        hides = isSource(name) ? false : hides || emoji !== undefined || isHidden(name, part)
      }
    }
    if (!hides && name !== '' && !INLINE.has(name) && !isSource(name)) text += ' '
    if (text.length > 4 * length) break
  }
  return shorten(withoutEntities(text).replaceAll(/\s+/g, ' ').trim(), length)
}

/** Cuts by code points, so that no character is cut in two. */
function shorten(text: string, length: number): string {
  const characters = Array.from(text)
  if (characters.length <= length) return text
  return `${characters
    .slice(0, length - 1)
    .join('')
    .trimEnd()}…`
}
