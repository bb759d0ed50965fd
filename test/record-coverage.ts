import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Event, eventName } from '../api/events/index.ts'
import type { ClientCapabilities } from '../api/objects/client-capabilities.ts'
import type { EventNarrowTerm, NarrowTerm } from '../api/objects/narrow.ts'
import type { Outcome } from '../client/client.ts'
import { recordExample } from './examples/record-example.ts'

/** Only a run of everything names a folder: what a part of the tests receives says nothing about the whole. */
const folder = process.env['PARLEY_TEST_RECORDS']
const seen = new Set<string>()

function record(line: string): void {
  if (folder === undefined || seen.has(line)) return
  seen.add(line)
  // One file per process, so that workers do not write into each other's lines.
  appendFileSync(join(folder, `${process.pid}.txt`), `${line}\n`)
}

/** What a test received from the running server; hand it to the client as `observe`. */
export function recordCoverage(received: Outcome): void {
  const { operation, outcome, args = {}, result = {} } = received
  if (outcome === null) return
  recordExample(received)
  record(`operation ${operation} ${outcome}`)
  if (outcome !== 'success') return
  if (operation === 'get-messages') recordNarrow('narrow', args['narrow'] as NarrowTerm[] | undefined)
  if (operation === 'register-queue') {
    for (const field of Object.keys(result)) record(`register ${field}`)
    recordNarrow('queue-narrow', args['narrow'] as EventNarrowTerm[] | undefined)
    recordCapabilities(args['client_capabilities'] as ClientCapabilities | undefined)
  }
  if (operation === 'get-events') {
    for (const event of (result['events'] ?? []) as Event[]) record(`event ${eventName(event)}`)
  }
}

/** These operators take one of a few words; the contract lists each. */
const WORDS: Readonly<Record<string, string>> = {
  is: 'is',
  has: 'has',
  in: 'in',
  channels: 'channels',
  streams: 'channels',
}

function recordNarrow(kind: string, terms: readonly (NarrowTerm | EventNarrowTerm)[] = []): void {
  for (const term of terms) {
    record(`${kind} ${term.operator}`)
    const words = WORDS[term.operator]
    if (words !== undefined) record(`${kind} ${words}:${term.operand}`)
    if ('negated' in term && term.negated) record(`${kind} negated`)
  }
}

function recordCapabilities(capabilities: Partial<ClientCapabilities> = {}): void {
  for (const [name, has] of Object.entries(capabilities)) if (has) record(`capability-sent ${name}`)
}

/** To be called after the assertion that shows what the capability changes there: no answer tells that by itself. */
export const seesCapability = (name: keyof ClientCapabilities, where: 'state' | 'events'): void =>
  record(`capability-seen ${name} ${where}`)

/** What a page answered, by its method and its path in the inventory. */
export function recordPage(page: string, { ok }: Pick<Response, 'ok'>): void {
  if (ok) record(`page ${page}`)
}
