import { requireAllowed } from '../html/tag.ts'

const PART = /<[^>]*>|[^<]+/g
const TAG = /^<\/?([a-z]+)((?: [\w:-]+="[^"]*")*)\s*\/?>$/
const ATTRIBUTE = / ([\w:-]+)="/g
const SELF_CLOSED = /^<([a-z]+)([^>]*?)\s*\/>$/

/** The markup as a browser would serialize it, so that parsing and serializing again changes nothing. */
export const asWrittenByBrowsers = (markup: string): string =>
  markup.replace(PART, (part) => (part.startsWith('<') ? tag(part) : text(part)))

const text = (part: string): string =>
  part.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('\u00A0', '&nbsp;')

function tag(part: string): string {
  const written = part.replaceAll('&#x27;', "'").replaceAll('\u00A0', '&nbsp;').replace(' class ="', ' class="')
  const [, name, values] = TAG.exec(written) ?? []
  if (name === undefined) throw new Error(`${written} is no tag.`)
  requireAllowed(
    name,
    Array.from((values ?? '').matchAll(ATTRIBUTE), ([, attribute]) => attribute!),
  )
  return written.replace(SELF_CLOSED, '<$1$2></$1>')
}
