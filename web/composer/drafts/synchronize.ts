import { ClientError } from '../../../client/client-error.ts'
import { session } from '../../kernel/session.ts'
import { isOffline, state } from '../../kernel/state.ts'
import { type StoredDraft, storage } from '../../kernel/storage/storage.ts'
import { ownId } from '../../people/store.ts'
import { asDraft, isChanged, isOwnKey, versionOf } from './draft-record.ts'
import { buried, bury, forgetGrave, putRecord, recordOf, records, removeRecord } from './records.ts'
import { isSynchronized } from './server-drafts.ts'

/** A text goes to the server when nothing was typed for this long. */
const UPLOADED_AFTER = 1_500
const MAX_CONTENT_LENGTH = 10_000
const ABSENT = 404

const timers = new Map<string, ReturnType<typeof setTimeout>>()
const busy = new Set<string>()
/** What the server would not take. It is not offered again until it changes. */
const refused = new Map<string, string>()
/** What is on its way to the server. Its event may come before its answer. */
export const underWay = new Map<string, string>()

export function uploadLater(key: string): void {
  clearTimeout(timers.get(key))
  timers.set(
    key,
    setTimeout(() => void uploadNow(key), UPLOADED_AFTER),
  )
}

/** Another tab may have given it to the server. */
async function withId(record: StoredDraft): Promise<StoredDraft> {
  if (record.serverId !== undefined) return record
  const stored = await (await storage())?.get('drafts', record.place)
  return stored?.serverId !== undefined && versionOf(stored) === versionOf(record) ? stored : record
}

/** The server has what was sent. The text may have changed meanwhile, or be gone. */
async function settle(key: string, sent: StoredDraft, id: number): Promise<void> {
  const now = recordOf(key)
  if (!now) {
    await bury(id)
    await deleteBuried()
  } else if (isOwnKey(key)) await removeRecord(key)
  else await putRecord({ ...now, serverId: id, synced: versionOf(sent) })
}

/** Another device has deleted it: what was typed here becomes a new draft. */
async function forgetId(key: string): Promise<void> {
  const now = recordOf(key)
  if (!now) return
  const { serverId: _, synced: _synced, ...rest } = now
  await putRecord(rest)
  uploadLater(key)
}

async function offer(key: string, record: StoredDraft): Promise<void> {
  const draft = asDraft(record, ownId(), state.peek()?.max_message_length ?? MAX_CONTENT_LENGTH)
  const { serverId: id, synced: _, ...rest } = record
  if (!draft) {
    if (id === undefined) return
    // Nothing is left that the server could hold.
    await putRecord(rest)
    await bury(id)
    return deleteBuried()
  }
  const version = versionOf(record)
  underWay.set(key, version)
  try {
    if (id === undefined) {
      const { ids } = await session.call('createDrafts', { drafts: [draft] })
      await settle(key, record, ids[0] ?? 0)
    } else {
      await session.call('editDraft', { draft_id: id, draft })
      await settle(key, record, id)
    }
  } catch (error) {
    if (!(error instanceof ClientError)) return
    if (error.status === ABSENT && id !== undefined) await forgetId(key)
    else refused.set(key, version)
  } finally {
    underWay.delete(key)
  }
}

/** Sends the server a text that it does not have. Without a connection it waits for the next one. */
export async function uploadNow(key: string): Promise<void> {
  clearTimeout(timers.get(key))
  timers.delete(key)
  const record = recordOf(key)
  if (!record || !isSynchronized.peek() || isOffline.peek() || busy.has(key)) return
  if (!isChanged(record) || refused.get(key) === versionOf(record)) return
  busy.add(key)
  try {
    await offer(key, await withId(record))
  } finally {
    busy.delete(key)
  }
  const now = recordOf(key)
  if (now && isChanged(now) && versionOf(now) !== versionOf(record)) uploadLater(key)
}

export const uploadChanged = (): void => {
  for (const [key, record] of records.peek()) if (isChanged(record)) uploadLater(key)
}

/** Sends the server all that it does not have, without waiting for more to be typed. */
export const uploadAllNow = async (): Promise<void> =>
  void (await Promise.all([...records.peek().keys()].map(uploadNow)))

const asked = new Set<number>()

/** Deletes the drafts of the server whose text was sent or discarded here. */
export async function deleteBuried(): Promise<void> {
  if (!isSynchronized.peek() || isOffline.peek()) return
  const left = [...buried.peek()].filter((id) => !asked.has(id))
  await Promise.all(
    left.map(async (id) => {
      asked.add(id)
      try {
        await session.call('deleteDraft', { draft_id: id })
        await forgetGrave(id)
      } catch (error) {
        if (error instanceof ClientError && error.retryAfter === null) await forgetGrave(id)
        else asked.delete(id)
      }
    }),
  )
}
