import type pg from 'pg'
import type { ServerProcess } from '../test/faults/server-process.ts'
import type { Figure } from './figure.ts'
import type { Person } from './http/requests.ts'

/** The prepared data set. */
export interface DataSet {
  readonly dataDir: string
  readonly users: readonly Person[]
  readonly channels: readonly { readonly id: number; readonly name: string; readonly subscribers: number }[]
}

export interface Bench {
  readonly rounds: number
  /** Which data set is used. */
  readonly size: 'S' | 'M'
  say(text: string): void
  /** The M data set (S when trying a scenario), populated once and kept. */
  mediumData(): Promise<DataSet>
  /** A running server on that data. Started once and shared by the scenarios that need no restart. */
  runningServer(): Promise<ServerProcess>
  /** The database of that server, for the floor and for its counters. */
  database(): Promise<pg.ClientConfig>
  /** Stops the shared server, for a scenario that starts its own. */
  stopServer(): Promise<void>
}

export interface Scenario {
  readonly id: string
  readonly title: string
  /** Too long for the ordinary report. Runs only if named. */
  readonly onlyWhenNamed?: true
  run(bench: Bench): Promise<Figure[]>
}

export function channelOf(data: DataSet, size: number): { id: number; subscribers: number } {
  const exact = data.channels.find((channel) => channel.name === `of ${size}`)
  const channel = exact ?? data.channels.find((one) => one.name.startsWith('everybody') && one.subscribers >= size)
  if (!channel) throw new Error(`The data set has no channel of ${size}.`)
  return channel
}
