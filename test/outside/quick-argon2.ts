import { createRequire } from 'node:module'

const library = createRequire(import.meta.url)('@node-rs/argon2') as typeof import('@node-rs/argon2')

/**
 * Replaces the library in tests: the same hashes, computed with little memory. A strong hash takes longer than all the
 * rest of creating an account, and tests create thousands. Servers in their own processes use the library itself.
 */
export const hash = (password: string): Promise<string> => library.hash(password, { memoryCost: 64, timeCost: 1 })
export const { verify } = library
