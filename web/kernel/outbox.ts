import { signal } from '@preact/signals'
import { ClientError } from '../../client/client-error.ts'
import { tryNow } from './hub.ts'
import { isSessionOver, isSignInPutOff, session } from './session.ts'
import { isOffline, onState, state } from './state.ts'
import type { SendArgs, StoredSend } from './storage/storage.ts'
import { storedSends, storeSend, unstoreSend } from './storage/stored-sends.ts'

/** A message on its way. */
export interface OutboxMessage extends StoredSend {
  /** Negative, until the server has named it. */
  readonly localId: number
  /** The id that the server gave it. The message itself comes with an event. */
  readonly messageId: number | null
  /** The page was closed before an answer came, so the server may have it. It is not shown twice while it is asked. */
  readonly isInDoubt: boolean
}

/** Everything that is not known to be a message of the server yet, in the order in which it was written. */
export const sendings = signal<readonly OutboxMessage[]>([])

/** The next try of a conversation whose last one got no answer. */
const FIRST_WAIT = 1_000
const LONGEST_WAIT = 30_000
/** How long people do not see a message that may have been sent. */
const DOUBT = 2_000

const busy = new Set<string>()
const retries = new Map<string, { timer: ReturnType<typeof setTimeout>; wait: number }>()
let lastLocalId = 0
let lastAt = 0

/** A key that no other send has. `crypto.randomUUID` exists only with https. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const change = (key: string, changed: Partial<OutboxMessage>): void => {
  sendings.value = sendings.value.map((one) => (one.key === key ? { ...one, ...changed } : one))
}

const store = ({ localId: _, messageId: _id, isInDoubt: _doubt, ...row }: OutboxMessage): Promise<void> =>
  storeSend(row)

/** Sends a message, and again until the server has answered. It is stored before the first attempt. */
export async function send(place: string, args: SendArgs, after?: number): Promise<void> {
  lastAt = Math.max(Date.now(), lastAt + 1)
  const row: OutboxMessage = {
    key: newKey(),
    at: lastAt,
    place,
    args,
    refusal: null,
    ...(after !== undefined && { after }),
    localId: --lastLocalId,
    messageId: null,
    isInDoubt: false,
  }
  sendings.value = [...sendings.value, row]
  isSignInPutOff.value = false
  await store(row)
  void work(place)
}

/** One after the other, so that the order is kept. */
async function work(place: string): Promise<void> {
  if (busy.has(place)) return
  busy.add(place)
  try {
    for (;;) {
      const next = sendings.peek().find((one) => one.place === place && one.refusal === null && one.messageId === null)
      // When the connection is back, events come first: the conversation may have another name by then.
      if (!next || isOffline.peek() || isSessionOver.peek()) return
      if (unsure.has(next.key) ? !(await isPlaceSure(next)) : !(await attempt(next))) return
    }
  } finally {
    busy.delete(place)
  }
}

/** Messages that have waited while events were missed. Their conversation may have been moved. */
const unsure = new Set<string>()
let findPlace: (row: OutboxMessage) => Promise<unknown> = async () => undefined

/** Says what looks for the conversation of a message that has waited. It calls `moveSends`. */
export const onUnsure = (find: (row: OutboxMessage) => Promise<unknown>): void => {
  findPlace = find
}

/** False if the conversation has to wait. */
async function isPlaceSure(row: OutboxMessage): Promise<boolean> {
  if (state.peek() === null) return false
  try {
    await findPlace(row)
    unsure.delete(row.key)
    return true
  } catch {
    retryLater(row.place, null)
    return false
  }
}

/** A topic has another name, or is in another channel: what waits for it goes there. */
export function moveSends(from: string, place: string, to: { channelId: number; topic: string }): void {
  if (from === place) return
  const moved = sendings.value.filter((one) => one.place === from && one.messageId === null)
  for (const { key, args } of moved) {
    if (args.type !== 'channel') continue
    change(key, { place, args: { ...args, to: to.channelId, topic: to.topic } })
    void restore(key)
  }
  if (moved.length > 0) void work(place)
}

/** Stores a message as it is now. */
async function restore(key: string): Promise<void> {
  const row = sendings.value.find((one) => one.key === key)
  if (row) await store(row)
}

/** False if the conversation has to wait. */
async function attempt(row: OutboxMessage): Promise<boolean> {
  try {
    // The event carries the key if it comes before the answer, so that the message is never shown twice.
    const named = { queue_id: state.peek()?.queue_id ?? undefined, local_id: row.key }
    const { id } = await session.call('sendMessage', { ...row.args, ...named }, { idempotencyKey: row.key })
    retries.delete(row.place)
    await unstoreSend(row.key)
    change(row.key, { messageId: id, isInDoubt: false })
    return true
  } catch (error) {
    if (!(error instanceof ClientError) || error.retryAfter !== null || isNobody(error)) {
      // A poll that waits does not notice that the server cannot be reached any more.
      if (!(error instanceof ClientError)) tryNow()
      retryLater(row.place, error instanceof ClientError ? error.retryAfter : null)
      return false
    }
    // It was moved while its answer was on the way: the first attempt has arrived.
    if (isUsedKey(error)) await forgetSend(row.key)
    else {
      change(row.key, { refusal: error.message, isInDoubt: false })
      await restore(row.key)
    }
    return true
  }
}

/** The session is over. The message waits until somebody has signed in again. */
const isNobody = ({ status, code }: ClientError): boolean => status === 401 || code === 'CSRF_FAILED'

/** The server has a message with this key and other recipients. */
const isUsedKey = ({ message }: ClientError): boolean => message.startsWith('This Idempotency-Key was already used')

function retryLater(place: string, asked: number | null): void {
  showDoubtful((one) => one.place === place)
  const wait = Math.min((retries.get(place)?.wait ?? FIRST_WAIT / 2) * 2, LONGEST_WAIT)
  const timer = setTimeout(() => void work(place), Math.max(wait, asked ?? 0))
  retries.set(place, { timer, wait })
}

/** Tries everything that waits, without waiting longer. An effect that calls it does not depend on what is sent. */
export function sendNow(): void {
  for (const { timer } of retries.values()) clearTimeout(timer)
  retries.clear()
  for (const place of new Set(sendings.peek().map((one) => one.place))) void work(place)
}

/** Tries a refused message again. */
export async function retrySend(key: string): Promise<void> {
  change(key, { refusal: null })
  const row = sendings.value.find((one) => one.key === key)
  if (!row) return
  await store(row)
  void work(row.place)
}

/** Takes a message out: it was discarded, or its message is shown now. */
export async function forgetSend(key: string): Promise<void> {
  sendings.value = sendings.value.filter((one) => one.key !== key)
  await unstoreSend(key)
}

/** Shows messages although the server may have them. */
function showDoubtful(isMeant: (one: OutboxMessage) => boolean = () => true): void {
  if (sendings.peek().some((one) => one.isInDoubt && isMeant(one)))
    sendings.value = sendings.value.map((one) => (isMeant(one) ? { ...one, isInDoubt: false } : one))
}

/** What was not sent before the page was closed or reloaded. */
export async function startOutbox(): Promise<void> {
  const rows = await storedSends()
  const known = new Set(sendings.value.map(({ key }) => key))
  const stored = rows
    .filter(({ key }) => !known.has(key))
    .map((row): OutboxMessage => ({ ...row, localId: --lastLocalId, messageId: null, isInDoubt: true }))
  for (const { key } of stored) unsure.add(key)
  sendings.value = [...stored, ...sendings.value]
  setTimeout(showDoubtful, DOUBT)
  let isFirst = true
  onState(() => {
    // Events between the lost queue and the new one are missing.
    if (!isFirst) for (const { key, messageId } of sendings.peek()) if (messageId === null) unsure.add(key)
    isFirst = false
    queueMicrotask(sendNow)
  })
  sendNow()
}
