import { createHash } from 'node:crypto'
import type { User } from './user.ts'

type Pictured = Pick<
  User,
  'id' | 'realmId' | 'avatarSource' | 'avatarVersion' | 'avatarToken' | 'deliveryEmail' | 'apiEmail'
>

interface AvatarView {
  /** May the viewer see the real address? */
  readonly seesEmail: boolean
  /** Does the client compute pictures of the external avatar service itself? */
  readonly clientGravatar: boolean
}

/** Pixels on each side, by the contract. */
export const AVATAR_PIXELS = { small: 100, medium: 500 } as const
export type AvatarSize = keyof typeof AVATAR_PIXELS

/** Null when the client can and will compute it. */
export function avatarUrl(user: Pictured, { seesEmail, clientGravatar }: AvatarView): string | null {
  if (user.avatarSource === 'G' && seesEmail && clientGravatar) return null
  return pictureUrl(user, seesEmail)
}

/**
 * Where the picture itself is. Pictures of the external service are found by a digest of the real address, which tells
 * whose it is to anybody who guesses: those who may not see the address get a picture of the one they are shown.
 */
export function pictureUrl(user: Pictured, seesEmail: boolean, size: AvatarSize = 'small'): string {
  if (user.avatarSource === 'G') return externalUrl(seesEmail ? user.deliveryEmail : user.apiEmail, user, size)
  const picture = user.avatarSource === 'U' && user.avatarToken ? user.avatarToken : `generated/${user.id}`
  const ending = size === 'small' ? '' : `-${size}`
  return `/user_avatars/${user.realmId}/${picture}${ending}.png?version=${user.avatarVersion}`
}

/** Is the picture another one for those who may not see the real address? */
export const hasHiddenAvatar = (user: Pick<User, 'avatarSource' | 'deliveryEmail' | 'apiEmail'>): boolean =>
  user.avatarSource === 'G' && user.apiEmail !== user.deliveryEmail

function externalUrl(email: string, { avatarVersion }: Pictured, size: AvatarSize): string {
  const digest = createHash('md5').update(email.trim().toLowerCase()).digest('hex')
  const pixels = size === 'small' ? '' : `&s=${AVATAR_PIXELS[size]}`
  return `https://secure.gravatar.com/avatar/${digest}?d=identicon&version=${avatarVersion}${pixels}`
}
