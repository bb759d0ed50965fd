import { ALLOWED } from './allowed.ts'
import { attributes } from './escape.ts'

type Tag = keyof typeof ALLOWED
export type AttributesOf<T extends Tag> = Readonly<
  Partial<Record<(typeof ALLOWED)[T][number], string | number | undefined>>
>

/** The only way to write a tag. A forbidden tag or attribute does not compile. */
export const tag = <T extends Tag>(name: T, values?: AttributesOf<T>): string =>
  values === undefined ? `<${name}>` : `<${name}${attributes(values)}>`

export const element = <T extends Tag>(name: T, values: AttributesOf<T> | undefined, inside: string): string =>
  `${tag(name, values)}${inside}</${name}>`

const allowed: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(ALLOWED))

/** Checks tags of tokens or libraries, which are known only at run time. */
export function requireAllowed(name: string, attributeNames: readonly string[]): void {
  const allowedHere = allowed.get(name)
  if (!allowedHere) throw new Error(`The tag ${name} is not allowed.`)
  for (const attribute of attributeNames)
    if (!allowedHere.includes(attribute)) throw new Error(`The attribute ${attribute} is not allowed in ${name}.`)
}
