import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SeenState, seenEvent } from './seen-state.ts'

/** The data that a kept data folder must still contain after an upgrade. */
export interface KeptRelease {
  readonly version: string
  /** The migrations that its database had. */
  readonly migrations: readonly string[]
  readonly people: readonly KeptPerson[]
  readonly queue: KeptQueue
}

export interface KeptPerson {
  /** The host of the organization. */
  readonly host: string
  readonly id: number
  readonly email: string
  readonly password: string
  readonly apiKey: string
  readonly sees: SeenState
}

/** An event queue that was open when the server stopped. */
export interface KeptQueue {
  readonly email: string
  readonly id: string
  /** The last event that its client had acknowledged. */
  readonly acknowledged: number
  /** The events after it. */
  readonly events: readonly ReturnType<typeof seenEvent>[]
}

const folder = import.meta.dirname

export const factsFile = (version: string): string => join(folder, `${version}.json`)
export const packedFile = (version: string): string => join(folder, `${version}.folder.br`)

/** All kept releases, oldest first. */
export const keptReleases = (): KeptRelease[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as KeptRelease)
