import { randomInt } from 'node:crypto'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'
const LENGTH = 24

/** The key in the link of an invitation: 24 characters of base32, which are 120 bits. */
export const newInvitationKey = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** The link of an invitation. The page behind it suggests the name, if there is one. */
export const invitationLink = (address: string, key: string, fullName = ''): string =>
  `${address.replace(/\/$/, '')}/join/${key}/${fullName && `?${new URLSearchParams({ full_name: fullName })}`}`
