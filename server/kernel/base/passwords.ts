import { randomBytes } from 'node:crypto'

export const PASSWORD_MIN_LENGTH = 8
export const PASSWORD_MAX_LENGTH = 100
export const PASSWORD_MIN_GUESSES = 10_000

/** Argon2id with the parameters that OWASP recommends (19 MiB, two passes), which are the library's defaults. */
export const hashPassword = async (password: string): Promise<string> => (await argon2()).hash(password)

/** Loaded on first use, because an idle server does not need this native library. */
const argon2 = () => import('@node-rs/argon2')

/**
 * Checks a password. Also false for an account without a password and for a password that is too long. In every case
 * one hash is computed, so that the duration does not reveal which accounts exist.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const { verify } = await argon2()
  const isTooLong = hasMoreCharacters(password, PASSWORD_MAX_LENGTH)
  const matches = await verify(stored ?? ABSENT, isTooLong ? '' : password)
  return matches && !isTooLong && stored !== null
}

/** Stops early, because a form can contain a million characters. */
const hasMoreCharacters = (text: string, most: number): boolean =>
  text.length > 2 * most || (text.length > most && [...text].length > most)

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

/** A hash of no password, with the same parameters as our own hashes. */
const ABSENT = `$argon2id$v=19$m=19456,t=2,p=1$${unpadded(randomBytes(16))}$${unpadded(randomBytes(32))}`

/** True if the password is strong enough. Words from the person's own data count as guessed. */
export async function isStrongPassword(password: string, knownWords: readonly string[] = []): Promise<boolean> {
  const length = [...password].length
  if (length < PASSWORD_MIN_LENGTH || length > PASSWORD_MAX_LENGTH) return false
  return (await estimator()).check(password, [...knownWords]).guesses >= PASSWORD_MIN_GUESSES
}

interface Estimator {
  check(password: string, words: string[]): { guesses: number }
}

let loaded: Promise<Estimator> | undefined
/** Loaded on first use, because its dictionaries take memory and time that most processes do not need. */
const estimator = (): Promise<Estimator> => {
  loaded ??= loadEstimator()
  return loaded
}

async function loadEstimator(): Promise<Estimator> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
}

/** Generates five groups of four characters: 100 bits, easy to copy by hand (no letters that look alike). */
export function makePassword(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
  const letters = [...randomBytes(20)].map((byte) => alphabet[byte & 31]).join('')
  return letters.match(/.{4}/g)?.join('-') ?? letters
}
