import { type Spread, spreadOf } from './statistics.ts'

export interface Target {
  readonly is: 'at most' | 'at least'
  readonly value: number
}

/** One line of the report. */
export interface Figure {
  readonly scenario: string
  readonly name: string
  readonly unit: string
  readonly measured: Spread
  /** The minimum cost of the same work on this machine, measured in the same rounds. */
  readonly floor: Spread | null
  readonly ratio: Spread | null
  readonly target: Target | null
  /** The target applies to the ratio if there is one, otherwise to the measurement. */
  readonly met: boolean | null
}

interface Samples {
  readonly scenario: string
  readonly name: string
  readonly unit: string
  readonly measured: readonly number[]
  readonly floor?: readonly number[]
  readonly ratio?: readonly number[]
  readonly target?: Target
}

export function figure(samples: Samples): Figure {
  const measured = spreadOf(samples.measured)
  const ratio = samples.ratio ? spreadOf(samples.ratio) : null
  const target = samples.target ?? null
  return {
    scenario: samples.scenario,
    name: samples.name,
    unit: samples.unit,
    measured,
    floor: samples.floor ? spreadOf(samples.floor) : null,
    ratio,
    target,
    met: target && meets((ratio ?? measured).median, target),
  }
}

const meets = (value: number, target: Target): boolean =>
  target.is === 'at most' ? value <= target.value : value >= target.value

export const atMost = (value: number): Target => ({ is: 'at most', value })
export const atLeast = (value: number): Target => ({ is: 'at least', value })
