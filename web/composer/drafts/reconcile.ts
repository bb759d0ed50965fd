import { onEvent, onState, state } from '../../kernel/state.ts'
import type { StoredDraft } from '../../kernel/storage/storage.ts'
import { serverNow } from '../../kernel/time.ts'
import { isBlank, savedKey, setWritten, written } from '../store.ts'
import { decide, type ServerDraft } from './decide.ts'
import { isChanged, isOwnKey, ownKey, targetOf, versionOf } from './draft-record.ts'
import { putRecord, recordOf, records, removeRecord } from './records.ts'
import { draftsOfKey, isSynchronized, serverDrafts } from './server-drafts.ts'
import { deleteBuried, underWay, uploadChanged, uploadLater, uploadNow } from './synchronize.ts'
import { emptiedAt, shownTargets, writeRecord } from './write-record.ts'

/** Drafts that have been in the list of the server. A new one is in its answer before it is in the list. */
const seen = new Set<number>()

/** A text stays as a draft of its own. */
export function keepAside(record: StoredDraft, takenId?: number): void {
  const { serverId, synced: _, ...rest } = record
  const keepsId = serverId !== undefined && serverId !== takenId
  if (keepsId && !isChanged(record)) return
  const key = ownKey(targetOf(record))
  void putRecord({ ...rest, place: key, ...(keepsId && { serverId }) }).then(() => uploadNow(key))
}

/** The composer shows a draft of the server. */
export function take(key: string, draft: ServerDraft): void {
  const { content, topic } = draft
  setWritten(key, { content, topic: key.startsWith('new:') ? topic : '' })
  savedKey.value = key
  void putRecord({
    place: key,
    content,
    ...(draft.type === 'stream' && { topic }),
    savedAt: (draft.timestamp ?? serverNow()) * 1000,
    serverId: draft.id,
    synced: versionOf(draft),
  })
}

/** The text of a draft of this browser, with what is known of the server's. */
function current(key: string, drafts: readonly ServerDraft[]): StoredDraft | undefined {
  const record = recordOf(key)
  const mine = drafts.find(({ id }) => id === record?.serverId)
  // The event of what was sent from here has come before its answer.
  const isEcho = record && mine && versionOf(mine) === underWay.get(key)
  return isEcho ? { ...record, synced: versionOf(mine) } : record
}

/** Compares a composer with the drafts of the server, after either has changed. */
export function reconcile(key: string): void {
  if (!isSynchronized.peek()) return
  const shown = shownTargets.get(key)
  // What was typed in the last moment counts.
  if (shown && !isBlank(written(key).peek())) void writeRecord(shown)
  const drafts = draftsOfKey(key)
  const record = current(key, drafts)
  const isKnown = record?.serverId !== undefined && seen.has(record.serverId)
  const decision = decide({ record, emptiedAt: emptiedAt.get(key) ?? 0, isKnown }, drafts)
  if (decision.kind === 'take') {
    if (decision.keep && record) keepAside(record, decision.draft.id)
    take(key, decision.draft)
  } else if (decision.kind === 'clear') {
    setWritten(key, { content: '', topic: '' })
    emptiedAt.set(key, Math.floor(serverNow()))
    void removeRecord(key)
  } else if (decision.kind === 'part' && record) {
    const { serverId: _, synced: _synced, ...rest } = record
    void putRecord(rest).then(() => uploadLater(key))
  } else if (decision.kind === 'same' && record) void putRecord({ ...record, synced: versionOf(record) })
  else if (decision.kind === 'adopt' && record)
    void putRecord({ ...record, serverId: decision.draft.id, synced: versionOf(decision.draft) })
  else if (record && isChanged(record)) uploadLater(key)
}

/** The server has deleted all drafts, because the person does not want them there. They stay here. */
function forgetServer(): void {
  for (const { serverId, synced: _, ...rest } of records.peek().values())
    if (serverId !== undefined) void putRecord(rest)
}

function reconcileAll(): void {
  if (state.peek() === null) return
  if (!isSynchronized.peek()) {
    forgetServer()
    return
  }
  for (const { id } of serverDrafts.peek()) seen.add(id)
  for (const key of new Set([...records.peek().keys(), ...shownTargets.keys()])) if (!isOwnKey(key)) reconcile(key)
  uploadChanged()
  void deleteBuried()
}

let isPlanned = false

/** After all events that have come together. */
function plan(): void {
  if (isPlanned) return
  isPlanned = true
  queueMicrotask(() => {
    isPlanned = false
    reconcileAll()
  })
}

/** Keeps drafts equal on all devices of the person, from now on. */
export function startSynchronizing(): void {
  // What an earlier visit knew is compared with the whole list.
  for (const { serverId } of records.peek().values()) if (serverId !== undefined) seen.add(serverId)
  onState(plan)
  onEvent((event) => {
    if (
      event.type === 'drafts' ||
      (event.type === 'user_settings' && event.property === 'enable_drafts_synchronization')
    )
      plan()
  })
  plan()
}
