import { badRequest } from '../../../api/errors.ts'
import { PROFILE_FIELD_TYPES, type ProfileFieldType } from '../../kernel/realm-state/records/profile-field.ts'
import { CUSTOM_ACCOUNT, isKnownAccount, USERNAME } from './external-accounts.ts'
import { isWebAddress } from './web-address.ts'

/** The form is the one that a client sends. */
export type FieldData = Readonly<Record<string, string | { readonly text: string; readonly order: string }>>

/** The list of all fields is in every event about them, so each is bounded. */
const MAX_FIELD_LENGTH = 10_000

/** What is stored: JSON, or nothing for types that need none. */
export function checkFieldData(type: ProfileFieldType, data: FieldData): string {
  if (type === PROFILE_FIELD_TYPES.DROPDOWN) checkChoices(data)
  else if (type === PROFILE_FIELD_TYPES.EXTERNAL_ACCOUNT) checkAccount(data)
  else return ''
  const text = JSON.stringify(data)
  if (text.length > MAX_FIELD_LENGTH) throw badRequest(`field_data is too long (limit: ${MAX_FIELD_LENGTH} characters)`)
  return text
}

function checkChoices(data: FieldData): void {
  const choices = Object.entries(data)
  if (choices.length === 0) throw badRequest('Field must have at least one choice.')
  const texts = choices.map(([key, choice]) => {
    if (key.trim() === '') throw badRequest("'value' cannot be blank.")
    if (typeof choice === 'string') throw badRequest(`field_data[${JSON.stringify(key)}] is not a dict`)
    for (const part of ['text', 'order'] as const)
      if (choice[part].trim() === '') throw badRequest(`field_data["${part}"] cannot be blank.`)
    return choice.text
  })
  if (new Set(texts).size < texts.length) throw badRequest('Field must not have duplicate choices.')
}

function checkAccount({ subtype, url_pattern: pattern, ...others }: FieldData): void {
  const [unexpected] = Object.keys(others)
  if (unexpected !== undefined) throw badRequest(`Argument "${unexpected}" at field_data is unexpected`)
  if (subtype === undefined) throw badRequest('subtype key is missing from field_data')
  if (subtype === '') throw badRequest('field_data["subtype"] cannot be blank.')
  if (typeof subtype !== 'string') throw badRequest('field_data["subtype"] is not a string')
  if (pattern !== undefined) checkPattern(pattern)
  if (subtype !== CUSTOM_ACCOUNT && !isKnownAccount(subtype)) throw badRequest('Invalid external account type')
  if (subtype === CUSTOM_ACCOUNT && pattern === undefined)
    throw badRequest('Custom external account must define URL pattern')
}

function checkPattern(pattern: FieldData[string]): void {
  if (typeof pattern !== 'string') throw badRequest('field_data["url_pattern"] is not a string')
  if (pattern.split(USERNAME).length !== 2) throw badRequest(`URL pattern must contain '${USERNAME}'.`)
  if (!isWebAddress(pattern.replace(USERNAME, 'username'))) throw badRequest('field_data["url_pattern"] is not a URL')
}

/** The account that the server knows, where the field is for one of those. */
export function knownAccountIn(type: ProfileFieldType, data: FieldData): string | null {
  const { subtype } = data
  return type === PROFILE_FIELD_TYPES.EXTERNAL_ACCOUNT && isKnownAccount(subtype) ? subtype : null
}

/** Choices that stay keep the position at which they were added. */
export const choicesAt = (
  type: ProfileFieldType,
  data: FieldData,
  before: Readonly<Record<string, number>>,
  seq: number,
): Record<string, number> =>
  type === PROFILE_FIELD_TYPES.DROPDOWN
    ? Object.fromEntries(Object.keys(data).map((key) => [key, Object.hasOwn(before, key) ? before[key]! : seq]))
    : {}
