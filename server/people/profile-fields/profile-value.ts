import { badRequest } from '../../../api/errors.ts'
import { findShownUser } from '../../kernel/access/user-access.ts'
import type { Actor } from '../../kernel/actor.ts'
import { PROFILE_FIELD_TYPES, type ProfileField } from '../../kernel/realm-state/records/profile-field.ts'
import { isWebAddress } from './web-address.ts'

type Caller = Pick<Actor, 'realm' | 'user'>

/** The form is the one that a client sends. */
export type SentValue = string | null | readonly number[]

const SHORT_CHARACTERS = 50
const LONG_CHARACTERS = 500
const ADDRESS_CHARACTERS = 2_000
export const MAX_USERS_IN_A_VALUE = 250

const LIMITS: Readonly<Partial<Record<number, number>>> = {
  [PROFILE_FIELD_TYPES.SHORT_TEXT]: SHORT_CHARACTERS,
  [PROFILE_FIELD_TYPES.PARAGRAPH]: LONG_CHARACTERS,
  [PROFILE_FIELD_TYPES.URL]: ADDRESS_CHARACTERS,
  [PROFILE_FIELD_TYPES.EXTERNAL_ACCOUNT]: SHORT_CHARACTERS,
  [PROFILE_FIELD_TYPES.PRONOUNS]: SHORT_CHARACTERS,
}

/** The value as it is stored; null removes what is there. */
export function checkProfileValue(caller: Caller, field: ProfileField, value: SentValue): string | null {
  if (value === null || value.length === 0) return null
  if (field.type === PROFILE_FIELD_TYPES.USER) return checkUsers(caller, field, value)
  if (typeof value !== 'string') throw badRequest(`${field.name} is not a string`)
  if (value.trim() === '') return null
  const most = LIMITS[field.type]
  if (most !== undefined && [...value].length > most)
    throw badRequest(`${field.name} is too long (limit: ${most} characters)`)
  checkText(field, value)
  return value
}

function checkText({ type, name, choices }: ProfileField, value: string): void {
  if (type === PROFILE_FIELD_TYPES.DROPDOWN && !Object.hasOwn(choices, value))
    throw badRequest(`'${value}' is not a valid choice for '${name}'.`)
  if (type === PROFILE_FIELD_TYPES.DATE && !isDate(value)) throw badRequest(`${name} is not a date`)
  if (type === PROFILE_FIELD_TYPES.URL && !isWebAddress(value)) throw badRequest(`${name} is not a URL`)
}

/** `YYYY-MM-DD`, and a day that exists. */
function isDate(text: string): boolean {
  const [, year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number)
  if (year === undefined || year < 1) return false
  const date = new Date(`${text}T00:00:00Z`)
  return date.getUTCMonth() + 1 === month && date.getUTCDate() === day
}

/** Active people whom the caller may see, each once, as JSON. */
function checkUsers(
  { realm, user: caller }: Caller,
  { name }: ProfileField,
  value: string | readonly number[],
): string {
  if (typeof value === 'string') throw badRequest(`${name} is not a list`)
  if (value.length > MAX_USERS_IN_A_VALUE)
    throw badRequest(`${name} is too long (limit: ${MAX_USERS_IN_A_VALUE} items)`)
  for (const id of value) {
    const user = findShownUser(realm, caller, id)
    if (!user) throw badRequest(`Invalid user ID: ${id}`)
    if (!user.isActive) throw badRequest(`User with ID ${id} is deactivated`)
    if (user.isBot) throw badRequest(`User with ID ${id} is a bot`)
  }
  return JSON.stringify([...new Set(value)])
}

/** Has a value of this type a form in HTML? */
export const isRendered = ({ type }: ProfileField): boolean =>
  type === PROFILE_FIELD_TYPES.SHORT_TEXT || type === PROFILE_FIELD_TYPES.PARAGRAPH
