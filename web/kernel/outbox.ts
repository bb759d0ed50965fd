import { signal } from '@preact/signals'
import { ClientError } from '../../client/client-error.ts'
import { session } from './session.ts'
import { state } from './state.ts'
import { type SendArgs, type StoredSend, storage } from './storage.ts'

/** A message on its way. */
export interface Sending extends StoredSend {
  /** Negative, until the server has named it. */
  readonly localId: number
  /** The id that the server gave it. The message itself comes with an event. */
  readonly messageId: number | null
}

/** Everything that is not known to be a message of the server yet, in the order in which it was written. */
export const sendings = signal<readonly Sending[]>([])

/** The next try of a conversation whose last one got no answer. */
const FIRST_WAIT = 1_000
const LONGEST_WAIT = 30_000

const busy = new Set<string>()
const retries = new Map<string, { timer: ReturnType<typeof setTimeout>; wait: number }>()
let lastLocalId = 0
let lastAt = 0

/** A key that no other send has. `crypto.randomUUID` exists only with https. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const change = (key: string, changed: Partial<Sending>): void => {
  sendings.value = sendings.value.map((one) => (one.key === key ? { ...one, ...changed } : one))
}

async function store({ localId: _, messageId: _id, ...row }: Sending): Promise<void> {
  await (await storage())?.put('outbox', row)
}

async function unstore(key: string): Promise<void> {
  await (await storage())?.delete('outbox', key)
}

/** Sends a message, and again until the server has answered. It is stored before the first attempt. */
export async function send(place: string, args: SendArgs): Promise<void> {
  lastAt = Math.max(Date.now(), lastAt + 1)
  const row: Sending = {
    key: newKey(),
    at: lastAt,
    place,
    args,
    refusal: null,
    localId: --lastLocalId,
    messageId: null,
  }
  sendings.value = [...sendings.value, row]
  await store(row)
  void work(place)
}

/** One after the other, so that the order is kept. */
async function work(place: string): Promise<void> {
  if (busy.has(place)) return
  busy.add(place)
  try {
    for (;;) {
      const next = sendings.value.find((one) => one.place === place && one.refusal === null && one.messageId === null)
      if (!next || !(await attempt(next))) return
    }
  } finally {
    busy.delete(place)
  }
}

/** False if the conversation has to wait. */
async function attempt(row: Sending): Promise<boolean> {
  try {
    // The event carries the key if it comes before the answer, so that the message is never shown twice.
    const named = { queue_id: state.peek()?.queue_id ?? undefined, local_id: row.key }
    const { id } = await session.call('sendMessage', { ...row.args, ...named }, { idempotencyKey: row.key })
    retries.delete(row.place)
    await unstore(row.key)
    change(row.key, { messageId: id })
    return true
  } catch (error) {
    if (!(error instanceof ClientError) || error.retryAfter !== null || isNobody(error)) {
      retryLater(row.place, error instanceof ClientError ? error.retryAfter : null)
      return false
    }
    change(row.key, { refusal: error.message })
    await store({ ...row, refusal: error.message })
    return true
  }
}

/** The session is over. The message waits until somebody has signed in again. */
const isNobody = ({ status, code }: ClientError): boolean => status === 401 || code === 'CSRF_FAILED'

function retryLater(place: string, asked: number | null): void {
  const wait = Math.min((retries.get(place)?.wait ?? FIRST_WAIT / 2) * 2, LONGEST_WAIT)
  const timer = setTimeout(() => void work(place), Math.max(wait, asked ?? 0))
  retries.set(place, { timer, wait })
}

/** Tries everything that waits, without waiting longer. */
export function sendNow(): void {
  for (const { timer } of retries.values()) clearTimeout(timer)
  retries.clear()
  for (const place of new Set(sendings.value.map((one) => one.place))) void work(place)
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
  await unstore(key)
}

/** What was not sent before the page was closed or reloaded. */
export async function startOutbox(): Promise<void> {
  const rows = (await (await storage())?.getAll('outbox')) ?? []
  const known = new Set(sendings.value.map(({ key }) => key))
  const stored = rows
    .filter(({ key }) => !known.has(key))
    .sort((a, b) => a.at - b.at)
    .map((row): Sending => ({ ...row, localId: --lastLocalId, messageId: null }))
  sendings.value = [...stored, ...sendings.value]
  sendNow()
}
