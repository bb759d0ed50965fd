/** Tags that do not end a word. */
const INLINE = /<\/?(?:a|b|code|del|em|i|span|strong|sub|sup|time|u)(?:\s[^>]*)?>/g
const OTHER = /<[^>]*>/g

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', nbsp: ' ' }
const ENTITY = /&(?:(\w+)|#(\d+)|#[xX]([0-9a-fA-F]+));/g

/** The text of rendered content, without tags. */
export function textOfHtml(html: string): string {
  const text = html.replace(INLINE, '').replace(OTHER, ' ')
  return text.includes('&') ? text.replace(ENTITY, decode) : text
}

function decode(entity: string, name?: string, decimal?: string, hexadecimal?: string): string {
  if (name !== undefined) return Object.hasOwn(ENTITIES, name) ? ENTITIES[name]! : entity
  const code = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal)
  return code <= 0x10ffff ? String.fromCodePoint(code) : entity
}
