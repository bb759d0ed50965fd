import { createHash } from 'node:crypto'
import type { User } from './user.ts'

/** Null when the client asked to compute it itself: only for pictures of the external avatar service. */
export function avatarUrl(
  user: Pick<User, 'id' | 'avatarSource' | 'avatarVersion' | 'deliveryEmail'>,
  clientGravatar: boolean,
): string | null {
  if (user.avatarSource !== 'G') return `/avatar/${user.id}?version=${user.avatarVersion}`
  return clientGravatar ? null : externalAvatarUrl(user.deliveryEmail)
}

const externalAvatarUrl = (email: string): string =>
  `https://secure.gravatar.com/avatar/${createHash('md5').update(email.trim().toLowerCase()).digest('hex')}?d=identicon`
