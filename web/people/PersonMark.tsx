import { state } from '../kernel/state.ts'
import { t } from '../kernel/texts.ts'
import { isActive, person } from './store.ts'

/** What is special about an account, in a word. Undefined for most people. */
export function markOf(id: number): string | undefined {
  const one = person(id)
  if (!one) return undefined
  if (!isActive(one.user_id)) return t('person.deactivated')
  if (one.is_bot) return t('person.bot')
  if (one.is_imported_stub) return t('person.imported')
  return one.is_guest && state.value?.realm_enable_guest_user_indicator !== false ? t('person.guest') : undefined
}

/** Stands beside the names of bots, guests, and accounts that nobody uses. */
export function PersonMark({ id }: { id: number }) {
  const mark = markOf(id)
  return mark ? <span class="bot">{mark}</span> : null
}
