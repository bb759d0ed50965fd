import { ApiError, badRequest } from '../../../api/errors.ts'
import { wire } from '../../../api/wire-name.ts'
import { unicodeEmoji } from '../../../markdown/emoji/unicode-emoji.ts'
import type { Actor } from '../../kernel/actor.ts'
import { mayInRealm } from '../../kernel/realm-state/permissions.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { CustomEmoji } from '../../kernel/realm-state/records/custom-emoji.ts'
import { isAdministrator, isGuest, type User } from '../../kernel/realm-state/user.ts'

/**
 * Each change sends the whole list to clients without the capability for single changes. Deactivated emoji count too: they
 * stay in that list.
 */
export const MAX_EMOJI = 2_000
/** The limit counts for one person who is no administrator. */
export const MAX_NEW_EMOJI_PER_DAY = 100
const DAY = 86_400

export function requireMayAddEmoji({ realm, user }: Pick<Actor, 'realm' | 'user'>): void {
  if (isGuest(user)) throw badRequest('Not allowed for guest users')
  if (!mayInRealm(realm, user, 'can_add_custom_emoji_group')) throw badRequest('Insufficient permission')
  if (realm.records.emoji.size >= MAX_EMOJI)
    throw badRequest(`An organization can have at most ${MAX_EMOJI} custom emoji.`)
  if (!isAdministrator(user) && addedToday(realm, user) >= MAX_NEW_EMOJI_PER_DAY)
    throw badRequest(`You can add at most ${MAX_NEW_EMOJI_PER_DAY} custom emoji a day.`)
}

const addedToday = ({ records, now }: RealmState, { id }: User): number =>
  [...records.emoji.values()].filter(({ authorId, createdAt }) => authorId === id && createdAt > now - DAY).length

/** No other active emoji may have the name, and only administrators may replace one that is built in. */
export function requireFreeEmojiName({ realm, user }: Pick<Actor, 'realm' | 'user'>, name: string): void {
  if (realm.records.emoji.find('name', name)) throw badRequest('A custom emoji with this name already exists.')
  const isBuiltIn = name === wire('service') || unicodeEmoji().codeOf(name) !== undefined
  if (isBuiltIn && !isAdministrator(user)) throw badRequest('Only administrators can override built-in emoji.')
}

/** An active emoji that the caller may deactivate. */
export function requireManagedEmoji({ realm, user }: Pick<Actor, 'realm' | 'user'>, name: string): CustomEmoji {
  const emoji = realm.records.emoji.find('name', name)
  if (!emoji) throw new ApiError('BAD_REQUEST', `Emoji '${name}' does not exist`, { status: 404 })
  if (!isAdministrator(user) && emoji.authorId !== user.id)
    throw badRequest('Must be an organization administrator or emoji author')
  return emoji
}
