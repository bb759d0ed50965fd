import { randomInt } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** 32 characters of [A-Za-z0-9]: 190 bits. */
export const newApiKey = (): string => Array.from({ length: 32 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
