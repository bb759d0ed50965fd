import type { UserStatus as UserStatusObject } from '../../api/objects/user-status.ts'
import { reactionTypeOf } from '../reactions/present.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import type { StatusEmoji } from '../realm-state/records/user-status.ts'
import type { User } from '../realm-state/user.ts'
import { settingOf } from '../realm-state/user-settings.ts'

/** Empty fields for no emoji, as events tell of it. */
export const presentStatusEmoji = (emoji: StatusEmoji | null) => ({
  emoji_name: emoji?.name ?? '',
  emoji_code: emoji?.code ?? '',
  reaction_type: emoji ? reactionTypeOf(emoji.kind) : ('unicode_emoji' as const),
})

/** Only what is set. */
export function presentStatus(realm: RealmState, user: User): UserStatusObject {
  const status = realm.records.userStatus.get(user.id)
  return {
    ...(settingOf(user, 'presence_enabled') ? {} : { away: true }),
    ...(status?.text ? { status_text: status.text } : {}),
    ...(status?.emoji ? presentStatusEmoji(status.emoji) : {}),
  }
}
