import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Figure } from '../figure.ts'

const FILE = fileURLToPath(new URL('../baseline.json', import.meta.url))

export interface Baseline {
  readonly recorded: string
  readonly machine: string
  readonly figures: readonly Figure[]
}

export function readBaseline(): Baseline | null {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as Baseline
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** New figures replace those of the scenarios that ran. The others stay as recorded. */
export function recordBaseline(figures: readonly Figure[]): Baseline {
  const ran = new Set(figures.map((one) => one.scenario))
  const kept = readBaseline()?.figures.filter((one) => !ran.has(one.scenario)) ?? []
  const all = [...kept, ...figures].toSorted(byScenario)
  const baseline: Baseline = { recorded: new Date().toISOString().slice(0, 10), machine: machine(), figures: all }
  writeFileSync(FILE, `${JSON.stringify(baseline, rounded, 2)}\n`)
  return baseline
}

/** B2 before B10, and every B before an M. */
const byScenario = (a: Figure, b: Figure): number =>
  a.scenario.slice(0, 1).localeCompare(b.scenario.slice(0, 1)) || number(a) - number(b)

const number = (one: Figure): number => Number(one.scenario.slice(1))

const rounded = (_: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value

function machine(): string {
  const cores = cpus()
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  return `${cores.length} cores (${cores[0]?.model.trim() ?? 'unknown'}), ${gigabytes} GB, Node ${process.version}`
}
