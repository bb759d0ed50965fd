import { type StoredSend, storage } from './storage.ts'

/** Where a message is until the database of the browser has it, which answers late while the machine is busy. */
const HELD = 'parley-send-'

/** Written before this returns, unless the browser refuses: a page that is closed at once loses nothing. */
function hold(row: StoredSend): void {
  try {
    localStorage.setItem(HELD + row.key, JSON.stringify(row))
  } catch {
    // Full, or not allowed. The database may still have room.
  }
}

const letGo = (key: string): void => localStorage.removeItem(HELD + key)

const held = (): StoredSend[] =>
  Object.keys(localStorage)
    .filter((name) => name.startsWith(HELD))
    .map((name) => JSON.parse(localStorage.getItem(name)!) as StoredSend)

/** Stores a message as it is now. */
export async function storeSend(row: StoredSend): Promise<void> {
  hold(row)
  const database = await storage()
  if (!database) return
  await database.put('outbox', row)
  letGo(row.key)
}

export async function unstoreSend(key: string): Promise<void> {
  letGo(key)
  await (await storage())?.delete('outbox', key)
}

/** What earlier pages have stored and not sent, in the order in which it was written. */
export async function storedSends(): Promise<StoredSend[]> {
  const rows = (await (await storage())?.getAll('outbox')) ?? []
  const byKey = new Map([...rows, ...held()].map((row) => [row.key, row]))
  return [...byKey.values()].sort((a, b) => a.at - b.at)
}
