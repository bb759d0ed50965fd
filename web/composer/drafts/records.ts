import { signal } from '@preact/signals'
import { type StoredDraft, storage } from '../../kernel/storage.ts'

/** The drafts that this browser keeps, by key. */
export const records = signal<ReadonlyMap<string, StoredDraft>>(new Map())
/** Drafts of the server that are to be deleted: their text was sent or discarded here. */
export const buried = signal<ReadonlySet<number>>(new Set())

const GRAVE = 'gone:'
let loading: Promise<void> | undefined

/** Reads what earlier visits have left, once. What was typed meanwhile stays. */
export function loadRecords(): Promise<void> {
  loading ??= (async () => {
    const all = (await (await storage())?.getAll('drafts')) ?? []
    const graves = all.filter(({ place }) => place.startsWith(GRAVE))
    buried.value = new Set([...buried.peek(), ...graves.map(({ place }) => Number(place.slice(GRAVE.length)))])
    const stored = all.filter((one) => !graves.includes(one)).map((one): [string, StoredDraft] => [one.place, one])
    records.value = new Map([...stored, ...records.peek()])
  })()
  return loading
}

export const recordOf = (key: string): StoredDraft | undefined => records.peek().get(key)

/** True if the browser keeps it. */
export async function putRecord(record: StoredDraft): Promise<boolean> {
  records.value = new Map(records.peek()).set(record.place, record)
  const database = await storage()
  await database?.put('drafts', record)
  return database !== null
}

export async function removeRecord(key: string): Promise<void> {
  if (records.peek().has(key)) {
    const left = new Map(records.peek())
    left.delete(key)
    records.value = left
  }
  await (await storage())?.delete('drafts', key)
}

/** Remembers to delete a draft of the server, also after a reload: its text must not come back. */
export async function bury(id: number): Promise<void> {
  buried.value = new Set([...buried.peek(), id])
  await (await storage())?.put('drafts', { place: `${GRAVE}${id}`, content: '', savedAt: 0 })
}

/** The server has deleted it. Its id stays known here until the event has come. */
export async function forgetGrave(id: number): Promise<void> {
  await (await storage())?.delete('drafts', `${GRAVE}${id}`)
}
