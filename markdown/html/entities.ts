const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' }
const ENTITY = /&(?:(\w+)|#(\d+)|#[xX]([0-9a-fA-F]+));/g

/** Text of HTML with the characters that its entities stand for. */
export const withoutEntities = (text: string): string => (text.includes('&') ? text.replace(ENTITY, decode) : text)

function decode(entity: string, name?: string, decimal?: string, hexadecimal?: string): string {
  if (name !== undefined) return Object.hasOwn(ENTITIES, name) ? ENTITIES[name]! : entity
  const code = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal)
  return code <= 0x10ffff ? String.fromCodePoint(code) : entity
}
