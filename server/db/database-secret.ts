import { openSecret, readSecret, type Secret } from '../base/secret.ts'
import { refuse } from '../base/startup-refusal.ts'
import type { Db } from './database.ts'

/**
 * The secret by which the keys in this database are sealed. It is made only for a database that has none yet: another
 * one would be accepted in silence, and no API key could be used any more.
 */
export async function openSecretOf(db: Db, file: string): Promise<Secret> {
  const mark = await markOf(db)
  if (!mark) return openSecret(file)
  const secret = fittingSecret(mark, file)
  if (!mark.isFingerprint) await claimDatabase(db, secret)
  return secret
}

/** For whoever may change neither: refuses a secret by which the keys in this database are not sealed. */
export async function requireSecretOf(db: Db, file: string): Promise<void> {
  const mark = await markOf(db)
  if (mark) fittingSecret(mark, file)
}

/** By what a database knows its secret. */
interface Mark {
  readonly isFingerprint: boolean
  fits(secret: Secret): boolean
}

/** Null while there is no account. What an earlier version made has no fingerprint: its secret opens its keys. */
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

/** Before the first key is sealed: of nodes that start together with different secrets, one has the database. */
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

/** The newest: where a secret was lost long ago, what was made since is what counts. */
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
