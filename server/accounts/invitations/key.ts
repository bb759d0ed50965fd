import { randomInt } from 'node:crypto'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'
const LENGTH = 24

/** The key in the link of an invitation: 24 characters of base32, which are 120 bits. */
export const newInvitationKey = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** The link of an invitation. */
export const invitationLink = (address: string, key: string): string => `${address.replace(/\/$/, '')}/join/${key}/`
