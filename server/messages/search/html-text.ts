/** Tags that do not end a word. */
const INLINE = /<\/?(?:a|b|code|del|em|i|span|strong|sub|sup|time|u)(?:\s[^>]*)?>/g
const OTHER = /<[^>]*>/g

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' }
const ENTITY = /&(?:(\w+)|#(\d+)|#[xX]([0-9a-fA-F]+));/g

const [START, END] = ['<p>', '</p>']

/** True for one paragraph without tags inside, which most messages are. */
const isPlainParagraph = (html: string): boolean =>
  html.startsWith(START) && html.indexOf('<', START.length) === html.length - END.length

const withoutTags = (html: string): string =>
  isPlainParagraph(html) ? ` ${html.slice(START.length, -END.length)} ` : html.replace(INLINE, '').replace(OTHER, ' ')

/** The text of rendered content, without tags. */
export const textOfHtml = (html: string): string => withoutEntities(withoutTags(html))

export const withoutEntities = (text: string): string => (text.includes('&') ? text.replace(ENTITY, decode) : text)

function decode(entity: string, name?: string, decimal?: string, hexadecimal?: string): string {
  if (name !== undefined) return Object.hasOwn(ENTITIES, name) ? ENTITIES[name]! : entity
  const code = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal)
  return code <= 0x10ffff ? String.fromCodePoint(code) : entity
}
