import { openSecret, readSecret, type Secret } from '../secret.ts'
import { refuse } from '../startup-refusal.ts'
import type { Db } from './database.ts'

/**
 * The secret by which the keys in this database are sealed. It is made only for a database that has none yet: another
 * one would be accepted in silence, and no API key could be used any more.
 */
export async function openSecretOf(db: Db, file: string): Promise<Secret> {
  const fingerprint = await storedFingerprint(db)
  if (fingerprint === undefined) return secretOfUnmarked(db, file)
  const secret = existingSecret(file)
  if (secret.fingerprint !== fingerprint) throw refuse.secretOfAnother(file)
  return secret
}

/** There is no organization yet, or an earlier version made it: then the right secret is the one that opens its keys. */
async function secretOfUnmarked(db: Db, file: string): Promise<Secret> {
  const sealed = await newestSealedKey(db)
  if (sealed === undefined) return openSecret(file)
  const secret = existingSecret(file)
  if (!unseals(secret, sealed)) throw refuse.secretOfAnother(file)
  await claimDatabase(db, secret)
  return secret
}

function existingSecret(file: string): Secret {
  const secret = readSecret(file)
  if (!secret) throw refuse.secretMissing(file)
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
const newestSealedKey = async (db: Db): Promise<string | undefined> =>
  (await db.selectFrom('account').select('api_key_sealed').orderBy('id', 'desc').limit(1).executeTakeFirst())
    ?.api_key_sealed

function unseals(secret: Secret, sealed: string): boolean {
  try {
    secret.unsealKey(sealed)
    return true
  } catch {
    return false
  }
}
