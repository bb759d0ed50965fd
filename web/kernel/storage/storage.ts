import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'

export interface StoredSend {
  /** The Idempotency-Key of every attempt. */
  key: string
  /** The order in which they were written. */
  at: number
  /** The conversation that keeps the order. */
  place: string
  args: SendArgs
  /** The newest message that was known there. It shows where the conversation is now. */
  after?: number
  /** Why the server refused it. Null while it waits. */
  refusal: string | null
}

export type SendArgs =
  | { type: 'channel'; to: number; topic: string; content: string }
  | { type: 'direct'; to: readonly number[]; content: string }

export interface StoredDraft {
  place: string
  content: string
  /** As it is spelled. Of a new topic, whose name is not sent yet, too. */
  topic?: string
  /** When it was last changed, in milliseconds by the clock of the server. */
  savedAt: number
  /** The draft of the server that it belongs to. */
  serverId?: number
  /** What the server has of it. */
  synced?: string
}

interface Schema extends DBSchema {
  outbox: { key: string; value: StoredSend }
  drafts: { key: string; value: StoredDraft }
  /** Small things by name, such as the sidebar of the last visit. */
  kept: { key: string; value: unknown }
}

const NAME = 'parley'

let opening: Promise<IDBPDatabase<Schema> | null> | undefined
let isAllowed: Promise<void> = Promise.resolve()

/** Until then nothing is read, and what is to be written waits. */
export const openStorageAfter = (known: Promise<void>): void => {
  isAllowed = known
}

/** From now on this page keeps nothing. */
function close(database: IDBPDatabase<Schema> | null | undefined): void {
  database?.close()
  opening = Promise.resolve(null)
}

/** Null where the browser keeps nothing for this site. */
export async function storage(): Promise<IDBPDatabase<Schema> | null> {
  await isAllowed
  opening ??= openDB<Schema>(NAME, 1, {
    upgrade(database) {
      database.createObjectStore('outbox', { keyPath: 'key' })
      database.createObjectStore('drafts', { keyPath: 'place' })
      database.createObjectStore('kept')
    },
    // Another tab wants to remove it, after a sign-out.
    blocking: () => void opening?.then(close),
  }).catch(() => null)
  return opening
}

/** Removes everything that this browser keeps of the account. */
export async function clearStorage(): Promise<void> {
  close(await opening)
  await deleteDB(NAME).catch(() => undefined)
  for (const one of [localStorage, sessionStorage]) {
    for (const key of Object.keys(one)) if (key.startsWith('parley-') && key !== 'parley-theme') one.removeItem(key)
  }
}
