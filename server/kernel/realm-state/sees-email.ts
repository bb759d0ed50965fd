import { ROLE, type User } from './user.ts'

/** The lowest role that may see the real address, for each value of `email_address_visibility`. */
const SEES_EMAIL: Record<number, number> = {
  1: ROLE.guest,
  2: ROLE.member,
  5: ROLE.moderator,
  3: ROLE.administrator,
  4: 0,
}

/** True for the account itself and for viewers with a sufficient role. Nothing else counts. */
export const seesEmail = (user: User, viewer: User | null): boolean =>
  viewer?.id === user.id || (viewer !== null && viewer.role <= (SEES_EMAIL[user.emailAddressVisibility] ?? 0))
