import { createHash } from 'node:crypto'
import type { User } from './user.ts'

interface AvatarView {
  /** May the viewer see the real address? */
  readonly seesEmail: boolean
  /** Does the client compute pictures of the external avatar service itself? */
  readonly clientGravatar: boolean
}

/**
 * Null when the client can and will compute it. Pictures of the external service are found by a digest of the real
 * address, which tells whose it is to anybody who guesses: those who may not see it get a picture of the shown one.
 */
export function avatarUrl(
  user: Pick<User, 'id' | 'avatarSource' | 'avatarVersion' | 'deliveryEmail' | 'apiEmail'>,
  { seesEmail, clientGravatar }: AvatarView,
): string | null {
  if (user.avatarSource !== 'G') return `/avatar/${user.id}?version=${user.avatarVersion}`
  if (!seesEmail) return externalAvatarUrl(user.apiEmail)
  return clientGravatar ? null : externalAvatarUrl(user.deliveryEmail)
}

/** Is the picture another one for those who may not see the real address? */
export const hasHiddenAvatar = (user: Pick<User, 'avatarSource' | 'deliveryEmail' | 'apiEmail'>): boolean =>
  user.avatarSource === 'G' && user.apiEmail !== user.deliveryEmail

const externalAvatarUrl = (email: string): string =>
  `https://secure.gravatar.com/avatar/${createHash('md5').update(email.trim().toLowerCase()).digest('hex')}?d=identicon`
