import { held } from './held.ts'
import { type StoredSend, storage } from './storage.ts'

const sends = held<StoredSend>('send')

/** Stores a message as it is now. */
export async function storeSend(row: StoredSend): Promise<void> {
  sends.hold(row.key, row)
  const database = await storage()
  if (!database) return
  await database.put('outbox', row)
  sends.letGo(row.key)
}

export async function unstoreSend(key: string): Promise<void> {
  sends.letGo(key)
  await (await storage())?.delete('outbox', key)
}

/** What earlier pages have stored and not sent, in the order in which it was written. */
export async function storedSends(): Promise<StoredSend[]> {
  const rows = (await (await storage())?.getAll('outbox')) ?? []
  const byKey = new Map([...rows, ...sends.all()].map((row) => [row.key, row]))
  return [...byKey.values()].sort((a, b) => a.at - b.at)
}
