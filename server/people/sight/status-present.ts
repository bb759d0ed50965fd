import type { UserStatus as UserStatusObject } from '../../../api/objects/user-status.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { StatusEmoji } from '../../kernel/realm-state/records/user-status.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import { settingOf } from '../../kernel/realm-state/user-settings.ts'
import { reactionTypeOf } from '../../organization/emoji/reaction-present.ts'

/** Without an emoji the fields are empty, as in events. */
export const presentStatusEmoji = (emoji: StatusEmoji | null) => ({
  emoji_name: emoji?.name ?? '',
  emoji_code: emoji?.code ?? '',
  reaction_type: emoji ? reactionTypeOf(emoji.kind) : ('unicode_emoji' as const),
})

/** Returns only what is set. */
export function presentStatus(realm: RealmState, user: User): UserStatusObject {
  const status = realm.records.userStatus.get(user.id)
  return {
    ...(settingOf(user, 'presence_enabled') ? {} : { away: true }),
    ...(status?.text ? { status_text: status.text } : {}),
    ...(status?.emoji ? presentStatusEmoji(status.emoji) : {}),
  }
}
