import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Event, eventName } from '../api/events/index.ts'
import type { Outcome } from '../client/client.ts'

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
export function recordCoverage({ operation, outcome, result }: Outcome): void {
  if (outcome === null) return
  record(`operation ${operation} ${outcome}`)
  if (operation === 'register-queue') for (const field of Object.keys(result ?? {})) record(`register ${field}`)
  if (operation === 'get-events') {
    for (const event of (result?.['events'] ?? []) as Event[]) record(`event ${eventName(event)}`)
  }
}
