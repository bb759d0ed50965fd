import { refuse } from './startup-refusal.ts'

/** The reason why a value is not accepted, and how to correct it. */
export interface Problem {
  readonly problem: string
  readonly remedy: string
}

export interface Setting {
  readonly name: string
  /** As shown in the documentation. config.ts has the value. */
  readonly default: string
  readonly meaning: string
  /** The value is never shown, not even when it is wrong. */
  readonly secret?: true
  /** Returns the problem with this text, or null. */
  readonly check: (text: string) => Problem | null
}

export const anyText = () => null

export const NOT_USABLE = 'is not a usable address'

export function isUrl(text: string, ...schemes: string[]): boolean {
  const parsed = URL.parse(text)
  return parsed !== null && schemes.includes(parsed.protocol) && parsed.host !== ''
}

/** A check of the address of a web service. One with a name and a password in it is refused. */
export const webUrl =
  (remedy: string) =>
  (text: string): Problem | null =>
    isUrl(text, 'http:', 'https:') && !text.includes('@') ? null : { problem: NOT_USABLE, remedy }

type Texts<Names extends readonly string[]> = { [Index in keyof Names]: string }

/** The values of settings that need each other: all of them, or null if none is set. `optional` ones need them too. */
export function allOrNone<Name extends string, const Names extends readonly [NoInfer<Name>, ...NoInfer<Name>[]]>(
  value: (name: Name) => string | null,
  required: Names,
  optional: readonly NoInfer<Name>[] = [],
): Texts<Names> | null {
  if ([...required, ...optional].every((name) => value(name) === null)) return null
  const missing = required.find((name) => value(name) === null)
  if (missing) throw refuse.setting(missing, 'is missing', `set ${required.join(', ')}, or none of them`)
  return required.map((name) => value(name)) as unknown as Texts<Names>
}
