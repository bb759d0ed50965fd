import { badRequest } from '../../../api/errors.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { deleteStorage, saveStorage, sizeOfOthers } from './queries.ts'

const MAX_STORAGE_LENGTH = 10_000_000

/** Counts without a list of them: there may be millions. */
function charactersIn(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

export const keyMissing = () => badRequest('Key does not exist.')

/** Adds values and overwrites those of the same keys. */
export async function updateStorage({ db, actor }: CallTx, storage: Readonly<Record<string, string>>): Promise<void> {
  const { realm, user } = actor
  const values = new Map(Object.entries(storage))
  let size = await sizeOfOthers(db, realm.id, user.id, [...values.keys()])
  for (const [key, value] of values) size += charactersIn(key) + charactersIn(value)
  if (size > MAX_STORAGE_LENGTH)
    throw badRequest(
      `Request exceeds storage limit by ${size - MAX_STORAGE_LENGTH} characters. The limit is ${MAX_STORAGE_LENGTH} characters.`,
    )
  if (values.size > 0) await saveStorage(db, realm.id, user.id, values)
}

/** Removes all of these keys or, if one is missing, none. */
export async function removeStorage({ db, actor }: CallTx, keys: readonly string[] | undefined): Promise<void> {
  const { realm, user } = actor
  const wanted = keys && [...new Set(keys)]
  const removed = await deleteStorage(db, realm.id, user.id, wanted)
  if (wanted && removed < wanted.length) throw keyMissing()
}
