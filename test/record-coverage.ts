import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Event, eventName } from '../api/events/index.ts'
import type { Outcome } from '../client/client.ts'

/** One file per process, so that workers do not write into each other's lines. */
const folder = join(dirname(import.meta.dirname), '.cache', 'coverage')
const file = join(folder, `${process.pid}.txt`)
const seen = new Set<string>()

function record(line: string): void {
  if (seen.has(line)) return
  if (seen.size === 0) mkdirSync(folder, { recursive: true })
  seen.add(line)
  appendFileSync(file, `${line}\n`)
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
