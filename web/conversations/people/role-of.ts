import { t } from '../../kernel/texts.ts'
import { person } from '../../people/store.ts'

const ROLES = { 100: 'owner', 200: 'admin', 300: 'moderator', 400: 'member', 600: 'guest' } as const

/** What somebody may do here, in a word. */
export function roleOf(id: number): string {
  const one = person(id)
  if (one?.is_bot) return t('people.bot')
  const role = ROLES[(one?.role ?? 400) as keyof typeof ROLES] ?? 'member'
  return t(`role.${role}`)
}
