import { openSecret, readSecret, type Secret } from '../base/secret.ts'
import { refuse } from '../base/startup-refusal.ts'
import type { Db } from './database.ts'

/**
 * Opens the secret that seals the keys in this database. Creates one only for a database that has none yet. A different
 * secret would be accepted silently, and no API key would work any more.
 */
export async function openSecretOf(db: Db, file: string): Promise<Secret> {
  const mark = await markOf(db)
  if (!mark) return openSecret(file)
  const secret = fittingSecret(mark, file)
  if (!mark.isFingerprint) await claimDatabase(db, secret)
  return secret
}

/** A read-only check: refuses a secret that does not fit the keys in this database. */
export async function requireSecretOf(db: Db, file: string): Promise<void> {
  const mark = await markOf(db)
  if (mark) fittingSecret(mark, file)
}

/** The means by which a database recognises its secret. */
interface Mark {
  readonly isFingerprint: boolean
  fits(secret: Secret): boolean
}

/**
 * Null while there is no account. A database of an earlier version has no fingerprint. Its secret is the one that opens
 * its keys.
 */
async function markOf(db: Db): Promise<Mark | null> {
  const fingerprint = await storedFingerprint(db)
  if (fingerprint !== undefined) return { isFingerprint: true, fits: (secret) => secret.fingerprint === fingerprint }
  const sealed = await newestSealedKey(db)
  return sealed === undefined ? null : { isFingerprint: false, fits: (secret) => unseals(secret, sealed) }
}

function fittingSecret(mark: Mark, file: string): Secret {
  const secret = readSecret(file)
  if (!secret) throw refuse.secretMissing(file)
  if (!mark.fits(secret)) throw refuse.secretOfAnother(file)
  return secret
}

/**
 * Runs before the first key is sealed. If nodes with different secrets start together, only one of them gets the
 * database.
 */
export async function claimDatabase(db: Db, secret: Secret): Promise<void> {
  await db
    .insertInto('server_secret')
    .values({ fingerprint: secret.fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if ((await storedFingerprint(db)) !== secret.fingerprint) throw refuse.secretOfAnother(secret.file)
}

const storedFingerprint = async (db: Db): Promise<string | undefined> =>
  (await db.selectFrom('server_secret').select('fingerprint').executeTakeFirst())?.fingerprint

/** The newest key, because a secret may have been lost and replaced long ago. */
const newestSealedKey = async (db: Db): Promise<string | undefined> => {
  // System bots have no key.
  const withKeys = db.selectFrom('account').select('api_key_sealed').where('is_system_bot', '=', false)
  return (await withKeys.orderBy('id', 'desc').limit(1).executeTakeFirst())?.api_key_sealed
}

function unseals(secret: Secret, sealed: string): boolean {
  try {
    secret.unsealKey(sealed)
    return true
  } catch {
    return false
  }
}
