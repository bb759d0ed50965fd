import type { SettingName } from './settings.ts'
import { refuse } from './startup-refusal.ts'

/** The text of a setting, or null if it is not set. */
export type SettingValue = (name: SettingName) => string | null

type Texts<Names extends readonly SettingName[]> = { [Index in keyof Names]: string }

/** The values of settings that need each other: all of them, or null if none is set. `optional` ones need them too. */
export function allOrNone<const Names extends readonly [SettingName, ...SettingName[]]>(
  value: SettingValue,
  required: Names,
  optional: readonly SettingName[] = [],
): Texts<Names> | null {
  if ([...required, ...optional].every((name) => value(name) === null)) return null
  const missing = required.find((name) => value(name) === null)
  if (missing) throw refuse.setting(missing, 'is missing', `set ${required.join(', ')}, or none of them`)
  return required.map((name) => value(name)) as unknown as Texts<Names>
}
