import { signal } from '@preact/signals'
import { held } from '../../kernel/storage/held.ts'
import { type StoredDraft, storage } from '../../kernel/storage/storage.ts'

/** The drafts that this browser keeps, by key. */
export const records = signal<ReadonlyMap<string, StoredDraft>>(new Map())
/** Drafts of the server that are to be deleted: their text was sent or discarded here. */
export const buried = signal<ReadonlySet<number>>(new Set())

const GRAVE = 'gone:'
let loading: Promise<void> | undefined
const last = held<StoredDraft>('draft')

const isGrave = ({ place }: StoredDraft): boolean => place.startsWith(GRAVE)
const readAll = async (): Promise<StoredDraft[] | undefined> => (await storage())?.getAll('drafts')

/** The drafts of all tabs, or those of this one if the browser keeps none. */
export const storedDrafts = async (): Promise<readonly StoredDraft[]> =>
  (await readAll())?.filter((one) => !isGrave(one)) ?? [...records.peek().values()]

/** Reads what earlier visits have left, once. What was typed meanwhile stays. */
export function loadRecords(): Promise<void> {
  loading ??= (async () => {
    const all = (await readAll()) ?? []
    const graves = all.filter(isGrave)
    buried.value = new Set([...buried.peek(), ...graves.map(({ place }) => Number(place.slice(GRAVE.length)))])
    const drafts = [...all.filter((one) => !isGrave(one)), ...last.all()]
    const stored = drafts.map((one): [string, StoredDraft] => [one.place, one])
    records.value = new Map([...stored, ...records.peek()])
    for (const { place } of last.all()) void putRecord(records.peek().get(place)!)
  })()
  return loading
}

export const recordOf = (key: string): StoredDraft | undefined => records.peek().get(key)

/** True if the browser keeps it. */
export async function putRecord(record: StoredDraft): Promise<boolean> {
  records.value = new Map(records.peek()).set(record.place, record)
  last.hold(record.place, record)
  const database = await storage()
  await database?.put('drafts', record)
  if (recordOf(record.place) === record) last.letGo(record.place)
  return database !== null
}

/** Begins to write at once. Said to be complete, so that it counts even if the page is closed in the next moment. */
async function change(make: (drafts: { put(row: StoredDraft): unknown; delete(key: string): unknown }) => void) {
  const database = await storage()
  if (!database) return
  const transaction = database.transaction('drafts', 'readwrite')
  make(transaction.store)
  transaction.commit()
  await transaction.done
}

const grave = (id: number): StoredDraft => ({ place: `${GRAVE}${id}`, content: '', savedAt: 0 })
const dig = (id: number): void => {
  buried.value = new Set([...buried.peek(), id])
}

/** Forgets a draft that was sent or discarded, and remembers to delete that of the server, in one step. */
export async function removeRecord(key: string, buriedId?: number): Promise<void> {
  if (records.peek().has(key)) {
    const left = new Map(records.peek())
    left.delete(key)
    records.value = left
  }
  last.letGo(key)
  if (buriedId !== undefined) dig(buriedId)
  await change((drafts) => {
    drafts.delete(key)
    if (buriedId !== undefined) drafts.put(grave(buriedId))
  })
}

/** Remembers to delete a draft of the server, also after a reload: its text must not come back. */
export async function bury(id: number): Promise<void> {
  dig(id)
  await change((drafts) => drafts.put(grave(id)))
}

/** The server has deleted it. Its id stays known here until the event has come. */
export async function forgetGrave(id: number): Promise<void> {
  await (await storage())?.delete('drafts', `${GRAVE}${id}`)
}
