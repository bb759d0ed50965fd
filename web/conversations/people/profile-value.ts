import type { CustomProfileField } from '../../../api/objects/realm.ts'
import { state } from '../../kernel/state.ts'
import { listOf, t } from '../../kernel/texts.ts'
import { wholeDay } from '../../kernel/time.ts'
import { nameOf } from '../../people/store.ts'

const TYPES = { choice: 3, date: 4, link: 5, people: 6, account: 7 } as const

interface ShownValue {
  readonly text: string
  readonly href?: string
}

function parse<T>(json: string | undefined): T | undefined {
  try {
    return JSON.parse(json ?? '') as T
  } catch {
    return undefined
  }
}

interface AccountKind {
  readonly subtype?: string
  readonly url_pattern?: string
}

/** The page of somebody at another service. */
function accountLink(kind: AccountKind | undefined, name: string): string | undefined {
  const known = kind?.subtype ? state.value?.realm_default_external_accounts?.[kind.subtype] : undefined
  const pattern = kind?.url_pattern ?? known?.url_pattern
  const href = pattern?.replaceAll('%(username)s', encodeURIComponent(name))
  return href && /^https?:/i.test(href) ? href : undefined
}

/** The value of a profile field, as people read it. */
export function fieldValue({ type, field_data }: CustomProfileField, value: string): ShownValue {
  if (type === TYPES.choice)
    return { text: parse<Record<string, { text?: string }>>(field_data)?.[value]?.text ?? value }
  if (type === TYPES.date) {
    const seconds = Date.parse(`${value}T00:00:00`) / 1000
    return { text: Number.isNaN(seconds) ? value : wholeDay(seconds) }
  }
  if (type === TYPES.link) return /^https?:/i.test(value) ? { text: value, href: value } : { text: value }
  if (type === TYPES.people) {
    const ids = parse<number[]>(value)
    return { text: Array.isArray(ids) ? listOf(ids.map((id) => nameOf(id) ?? t('person.unknown'))) : value }
  }
  if (type === TYPES.account) {
    const href = accountLink(parse<AccountKind>(field_data), value)
    return href ? { text: value, href } : { text: value }
  }
  return { text: value }
}
