import { ROLE, type User } from './user.ts'

/** The lowest role that may see the real address, by `email_address_visibility`. */
const SEES_EMAIL: Record<number, number> = {
  1: ROLE.guest,
  2: ROLE.member,
  5: ROLE.moderator,
  3: ROLE.administrator,
  4: 0,
}

/** Oneself, and whoever has the role: what a viewer may see of an account depends on nothing else. */
export const seesEmail = (user: User, viewer: User | null): boolean =>
  viewer?.id === user.id || (viewer !== null && viewer.role <= (SEES_EMAIL[user.emailAddressVisibility] ?? 0))
