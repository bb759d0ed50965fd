import { createHash } from 'node:crypto'
import type { User } from './user.ts'

type AvatarOwner = Pick<
  User,
  'id' | 'realmId' | 'avatarSource' | 'avatarVersion' | 'avatarToken' | 'deliveryEmail' | 'apiEmail'
>

interface AvatarView {
  /** True if the viewer may see the real address. */
  readonly seesEmail: boolean
  /** True if the client computes picture addresses of the external avatar service itself. */
  readonly clientGravatar: boolean
}

/** Pixels on each side, as the contract requires. */
export const AVATAR_PIXELS = { small: 100, medium: 500 } as const
export type AvatarSize = keyof typeof AVATAR_PIXELS

/** Null if the client can compute the address of the picture itself. */
export function avatarUrl(user: AvatarOwner, { seesEmail, clientGravatar }: AvatarView): string | null {
  if (user.avatarSource === 'G' && seesEmail && clientGravatar) return null
  return pictureUrl(user, seesEmail)
}

/**
 * The address of the picture. The external service finds pictures by a digest of the email address, and a guessed
 * address can be confirmed by its digest. Viewers who may not see the real address therefore get the picture of the
 * visible one.
 */
export function pictureUrl(user: AvatarOwner, seesEmail: boolean, size: AvatarSize = 'small'): string {
  if (user.avatarSource === 'G') return externalUrl(seesEmail ? user.deliveryEmail : user.apiEmail, user, size)
  const picture = user.avatarSource === 'U' && user.avatarToken ? user.avatarToken : `generated/${user.id}`
  const ending = size === 'small' ? '' : `-${size}`
  return `/user_avatars/${user.realmId}/${picture}${ending}.png?version=${user.avatarVersion}`
}

/** True if viewers who may not see the real address get a different picture. */
export const hasHiddenAvatar = (user: Pick<User, 'avatarSource' | 'deliveryEmail' | 'apiEmail'>): boolean =>
  user.avatarSource === 'G' && user.apiEmail !== user.deliveryEmail

function externalUrl(email: string, { avatarVersion }: AvatarOwner, size: AvatarSize): string {
  const digest = createHash('md5').update(email.trim().toLowerCase()).digest('hex')
  const pixels = size === 'small' ? '' : `&s=${AVATAR_PIXELS[size]}`
  return `https://secure.gravatar.com/avatar/${digest}?d=identicon&version=${avatarVersion}${pixels}`
}
