import { wireEmail } from './from-rows.ts'
import type { RealmState } from './realm-state.ts'

export const UNKNOWN_USER = 'Unknown user'

/** The fields that name a person, in place of those of an account that the viewer may not see. */
export const unknownUser = (realm: RealmState, id: number) => ({
  fullName: UNKNOWN_USER,
  email: wireEmail(id, realm.info.host),
  /** The same for everybody. */
  avatarUrl: `/user_avatars/${realm.id}/generated/0.png?version=1`,
})
