const PART = /<[^>]*>|[^<]+/g
const SELF_CLOSED = /^<([a-z]+)([^>]*?)\s*\/>$/

/** The same markup in the bytes that a browser would write, so that reading and writing it again changes nothing. */
export const asWrittenByBrowsers = (markup: string): string =>
  markup.replace(PART, (part) => (part.startsWith('<') ? tag(part) : text(part)))

const text = (part: string): string =>
  part.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('\u00A0', '&nbsp;')

const tag = (part: string): string =>
  part
    .replaceAll('&#x27;', "'")
    .replaceAll('\u00A0', '&nbsp;')
    .replace(' class ="', ' class="')
    .replace(SELF_CLOSED, '<$1$2></$1>')
