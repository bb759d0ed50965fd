import { t } from '../../kernel/texts.ts'
import { agoText } from '../../kernel/time.ts'
import { activityOf, lastSeenAt } from '../../people/store.ts'

/** `Last seen 40 min ago`, for people who are not there. */
export function lastSeen(id: number): string | undefined {
  if (activityOf(id) !== 'off') return undefined
  const at = lastSeenAt(id)
  return at === undefined ? undefined : t('people.lastSeen', { ago: agoText(at) })
}
