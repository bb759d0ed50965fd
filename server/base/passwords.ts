import { randomBytes } from 'node:crypto'

export const PASSWORD_MIN_LENGTH = 8
export const PASSWORD_MAX_LENGTH = 100
export const PASSWORD_MIN_GUESSES = 10_000

/** Argon2id with the parameters that OWASP recommends (19 MiB, two passes), which are the library's own. */
export const hashPassword = async (password: string): Promise<string> => (await argon2()).hash(password)

/** A native library that a server at rest has no use for. */
const argon2 = () => import('@node-rs/argon2')

/**
 * False also for an account without a password and for a password that is too long, after the same work: one hash is
 * computed, whatever the answer, so that nobody learns which accounts exist.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const { verify } = await argon2()
  const isTooLong = hasMoreCharacters(password, PASSWORD_MAX_LENGTH)
  const matches = await verify(stored ?? ABSENT, isTooLong ? '' : password)
  return matches && !isTooLong && stored !== null
}

/** Looks no further than needed: a form has room for a million. */
const hasMoreCharacters = (text: string, most: number): boolean =>
  text.length > 2 * most || (text.length > most && [...text].length > most)

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

/** A hash of no password, with the same parameters as those that we make. */
const ABSENT = `$argon2id$v=19$m=19456,t=2,p=1$${unpadded(randomBytes(16))}$${unpadded(randomBytes(32))}`

/** Strong enough? Words that the person is known by count as guessed. */
export async function isStrongPassword(password: string, knownWords: readonly string[] = []): Promise<boolean> {
  const length = [...password].length
  if (length < PASSWORD_MIN_LENGTH || length > PASSWORD_MAX_LENGTH) return false
  return (await estimator()).check(password, [...knownWords]).guesses >= PASSWORD_MIN_GUESSES
}

interface Estimator {
  check(password: string, words: string[]): { guesses: number }
}

let loaded: Promise<Estimator> | undefined
/** Its dictionaries take memory and time that most processes never need. */
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

/** Five groups of four: 100 bits, easy to copy by hand (no letters that look alike). */
export function makePassword(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
  const letters = [...randomBytes(20)].map((byte) => alphabet[byte & 31]).join('')
  return letters.match(/.{4}/g)?.join('-') ?? letters
}
